// The committed library: complete, within its budgets, and made from the sources that are here.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FACES_FILE, LEVEL2, LEVEL3 } from '../library/files'
import { LEVEL0, LEVEL1 } from '../library/fine'
import { sourcesHash } from '../sculpt/sources'
import { decodePieces, type Piece } from './codec'
import { ATLAS } from './face-cells'
import { BONE_COUNT } from './skeleton'
import { DYES, PIECES } from './styles'

const ROOT = path.join(import.meta.dirname, '..')
const read = (url: string) => decodePieces(readFileSync(fileURLToPath(url)))
const single = (urls: Record<string, string>) => new Map(Object.values(urls).flatMap((url) => [...read(url)]))
const LEVELS = [single(LEVEL0), single(LEVEL1), read(LEVEL2), read(LEVEL3)]

it('was made from these sources: run `npm run sculpt -w @witverse/people` after a change', () => {
  expect(readFileSync(path.join(ROOT, 'library/sources.sha256'), 'utf8').trim()).toBe(sourcesHash(ROOT))
})

it('has the atlas of faces', () => {
  const file = fileURLToPath(FACES_FILE)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file).length).toBe(ATLAS.width * ATLAS.height * 4)
})

/** Triangles of a person with the largest pieces. */
const BUDGETS = [4600, 1750, 500, 300]

describe.each(LEVELS.map((pieces, level) => ({ level, pieces })))('level $level', ({ level, pieces }) => {
  it('has every piece', () => {
    expect([...pieces.keys()].sort()).toEqual([...PIECES].sort())
  })

  it('stays within the budget', () => {
    const largest = (slot: string) =>
      Math.max(...[...pieces].flatMap(([name, { index }]) => (name.startsWith(slot) ? index.length / 3 : [])))
    const sum = largest('head') + largest('hair-') + largest('top-') + largest('bottom-')
    expect(sum).toBeLessThanOrEqual(BUDGETS[level] as number)
  })

  it('has sound numbers', () => {
    for (const piece of pieces.values()) expect(faultsOf(piece, level), piece.name).toEqual([])
  })
})

/** Bones that move one vertex. */
const MOST_BONES = [4, 4, 2, 1]

function faultsOf(piece: Piece, level: number): string[] {
  const faults = new Set<string>()
  const all = (values: Iterable<number>, holds: (v: number) => boolean, fault: string) => {
    for (const v of values) if (!holds(v)) faults.add(fault)
  }
  const count = piece.dye.length
  all(piece.position, (v) => Math.abs(v) < 1.9, 'position')
  all(piece.dye, (v) => v < DYES.length, 'dye')
  all(piece.shade, (v) => v >= 0 && v <= 1, 'shade')
  all(piece.joints, (v) => v < BONE_COUNT, 'joints')
  all(piece.index, (v) => v < count, 'index')
  for (let v = 0; v < count; v++) {
    const weights = [...piece.weights.subarray(4 * v, 4 * v + 4)]
    if (weights.reduce((sum, w) => sum + w, 0) !== 255) faults.add('sum of weights')
    if (weights.filter((w) => w > 0).length > (MOST_BONES[level] as number)) faults.add('number of bones')
    const [x, y, z] = piece.normal.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number]
    if (Math.abs(Math.hypot(x, y, z) - 1) > 0.001) faults.add('length of normals')
  }
  const used = new Set(piece.index)
  if (used.size !== count) faults.add('unused vertices')
  return [...faults]
}
