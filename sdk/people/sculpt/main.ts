// Makes `library/` from the forms: all pieces at all levels, the layers of portraits, the atlas of faces, the list of files.
// Prints figures.
//   npm run sculpt -w @witverse/people            everything
//   npm run sculpt -w @witverse/people hair-long  only pieces whose names begin so (a level: hair-long@0), with their portraits
//   npm run sculpt -w @witverse/people portrait   only the layers of all portraits
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { decodePieces, encodePieces, type Piece } from '../src/codec'
import type { PortraitData } from '../src/portrait'
import { FACES, PIECES } from '../src/styles'
import { faceAtlas } from './atlas'
import { facePaints } from './face-paints'
import { LEVELS, type Level } from './part'
import { runJobs } from './pool'
import { LAYERS, type Layer, type Traced } from './portraits'
import { sourcesHash } from './sources'

const print = (line: string) => process.stdout.write(`${line}\n`)

export async function main(root: string, bundle: string, only: readonly string[]): Promise<void> {
  const start = performance.now()
  const library = path.join(root, 'library')
  const isWanted = (name: string, level: Level) =>
    only.length === 0 ||
    only.some((one) => {
      const [start = '', at] = one.split('@')
      return name.startsWith(start) && (at === undefined || at === `${level}`)
    })
  // The dearest first, so that all workers end together.
  const wanted = LEVELS.flatMap((level) =>
    PIECES.filter((name) => isWanted(name, level)).map((name) => ({ name, level })),
  )
  const made = await runJobs(
    bundle,
    wanted.map((one) => ({ task: 'sculpt' as const, ...one })),
  )
  const levels = LEVELS.map((level) => {
    const pieces = only.length ? kept(library, level) : new Map<string, Piece>()
    wanted.forEach((one, i) => {
      const done = made[i]
      if (one.level === level && done && 'piece' in done) pieces.set(one.name, done.piece)
    })
    return PIECES.flatMap((name) => pieces.get(name) ?? [])
  })
  const layers = LAYERS.filter((layer) => only.includes('portrait') || isWanted(nameOf(layer), 0))
  const near = levels[0] ?? []
  const traced = await runJobs(
    bundle,
    layers.map((layer) => ({ task: 'trace' as const, layer })),
    near,
  )
  const drawings = only.length
    ? (JSON.parse(readFileSync(path.join(library, 'portrait.json'), 'utf8')) as PortraitData)
    : { head: [], hair: {}, top: {}, bust: {}, face: {}, thumb: { top: {}, bottom: {} } }
  layers.forEach((layer, i) => {
    const done = traced[i]
    if (done && 'traced' in done) putLayer(drawings, layer, done.traced)
  })
  drawings.face = Object.fromEntries(FACES.map((name) => [name, facePaints(name)]))

  rmSync(library, { recursive: true, force: true })
  for (const level of [0, 1]) mkdirSync(path.join(library, `level${level}`), { recursive: true })
  const files = new Map<string, Uint8Array>([['faces.bin', faceAtlas()]])
  levels.forEach((pieces, level) => {
    if (level > 1) files.set(`level${level}.bin`, encodePieces(pieces))
    else for (const piece of pieces) files.set(`level${level}/${piece.name}.bin`, encodePieces([piece]))
  })
  files.set('portrait.json', Buffer.from(`${JSON.stringify(drawings)}\n`))
  for (const [file, bytes] of files) writeFileSync(path.join(library, file), bytes)
  for (const [file, text] of Object.entries(listsOf(PIECES))) writeFileSync(path.join(library, file), text)
  writeFileSync(path.join(library, 'sources.sha256'), `${sourcesHash(root)}\n`)
  report(levels, files)
  print(`${Math.round((performance.now() - start) / 1000)} s`)
}

/** The piece that a layer is traced from. */
function nameOf(layer: Layer): string {
  if (layer.of === 'hair' || layer.of === 'top') return `${layer.of}-${layer.style}`
  return layer.of === 'thumb' ? `${layer.slot}-${layer.style}` : 'head'
}

function putLayer(data: PortraitData, layer: Layer, { all = [], back = [], front = [] }: Traced): void {
  if (layer.of === 'head') data.head = all
  else if (layer.of === 'hair') data.hair[layer.style] = { back, front }
  else if (layer.of === 'top') data.top[`${layer.style}/${layer.body}`] = all
  else if (layer.of === 'bust') data.bust[layer.body] = all
  else data.thumb[layer.slot][layer.style] = all
}

/** The pieces of a level that were made before. */
function kept(library: string, level: Level): Map<string, Piece> {
  const read = (file: string) => decodePieces(readFileSync(path.join(library, file)))
  if (level > 1) return read(`level${level}.bin`)
  const pieces = new Map<string, Piece>()
  for (const name of PIECES) {
    try {
      for (const [key, piece] of read(`level${level}/${name}.bin`)) pieces.set(key, piece)
    } catch {
      // A piece that is new.
    }
  }
  return pieces
}

function listsOf(names: readonly string[]): Record<string, string> {
  const url = (file: string) => `new URL('./${file}', import.meta.url).href`
  const table = (level: number) =>
    names
      .map((name) => `  ${/-/.test(name) ? `'${name}'` : name}: ${url(`level${level}/${name}.bin`)},\n`)
      .join('')
  const head = '// Generated by `npm run sculpt -w @witverse/people`: the addresses'
  return {
    'files.ts': `${head} of what everybody needs.

/** All pieces of a coarse level in one file. */
export const LEVEL2 = ${url('level2.bin')}
export const LEVEL3 = ${url('level3.bin')}
/** The atlas of faces, see \`src/face-cells.ts\`. */
export const FACES_FILE = ${url('faces.bin')}
`,
    'fine.ts': `${head} of fine pieces, one in a file.

export const LEVEL0: Record<string, string> = {
${table(0)}}
export const LEVEL1: Record<string, string> = {
${table(1)}}
`,
  }
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
function report(levels: Piece[][], files: Map<string, Uint8Array>): void {
  for (const name of PIECES) {
    const sizes = levels.map((pieces) => pieces.find((piece) => piece.name === name))
    print(
      `${name.padEnd(20)}${sizes.map((p) => (p ? `${p.index.length / 3}/${p.dye.length}`.padStart(12) : '')).join('')}`,
    )
  }
  levels.forEach((pieces, level) => {
    const own = [...files].filter(([file]) => file.startsWith(`level${level}`)).map(([, bytes]) => bytes)
    const raw = own.reduce((sum, bytes) => sum + bytes.length, 0)
    const packed = own.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0)
    const triangles = pieces.reduce((sum, { index }) => sum + index.length / 3, 0)
    print(
      `level ${level}: ${pieces.length} pieces, ${triangles} triangles, ${kB(raw)}, ${kB(packed)} with brotli`,
    )
  })
  for (const name of ['faces.bin', 'portrait.json']) {
    const bytes = files.get(name)
    if (bytes) print(`${name}: ${kB(bytes.length)}, ${kB(brotliCompressSync(bytes).length)} with brotli`)
  }
}
