// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { portraitFrame, type Raster, raster } from '../sculpt/raster'
import { decodePieces, type Piece } from './codec'
import { GEAR_DRAWINGS, type Paint, type PortraitData, portrait, thumb } from './portrait'
import { BODIES, BOTTOM_STYLES, type Drawn, FACES, HAIRS, TOP_STYLES } from './styles'

const LOOK: Drawn = {
  ...{ v: 2, body: 'regular', skin: '#f0c49b', face: 'smile', hair: 'bob', hairColor: '#231d24' },
  ...{ top: '#7a63e8', topStyle: 'tee', bottom: '#2f3358', bottomStyle: 'jeans', gear: {} },
}
const LIBRARY = path.join(import.meta.dirname, '../library')
const data = JSON.parse(readFileSync(path.join(LIBRARY, 'portrait.json'), 'utf8')) as PortraitData

/** Throws for text that is no well-formed XML. */
function parsed(svg: string): Element {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document.documentElement
}

const OPTIONS: { [Part in keyof Drawn]?: readonly Drawn[Part][] } = {
  body: BODIES,
  face: FACES,
  hair: HAIRS,
  topStyle: TOP_STYLES,
  skin: ['#ffe4d2', '#553325'],
  hairColor: ['#231d24', '#d9b26a'],
  top: ['#7a63e8', '#e8705f'],
}

it('draws every option differently, as well-formed XML', () => {
  for (const [part, options] of Object.entries(OPTIONS)) {
    const drawings = options.map((option) => portrait({ ...LOOK, [part]: option } as Drawn))
    expect(new Set(drawings).size, part).toBe(options.length)
    for (const svg of drawings) expect(parsed(svg).tagName).toBe('svg')
  }
})

it('has a thumbnail of every top and bottom', () => {
  const thumbs = [
    ...TOP_STYLES.map((style) => thumb({ slot: 'top', style }, LOOK)),
    ...BOTTOM_STYLES.map((style) => thumb({ slot: 'bottom', style }, LOOK)),
  ]
  expect(new Set(thumbs).size).toBe(thumbs.length)
  for (const svg of thumbs) expect(parsed(svg).querySelector('path')).not.toBeNull()
})

it('is the same for the same look', () => {
  expect(portrait(LOOK)).toBe(portrait({ ...LOOK }))
  expect(portrait(LOOK, { bare: true }).length).toBeLessThan(portrait(LOOK).length)
  expect(portrait(LOOK, { close: true })).toContain('viewBox="40 16 160 160"')
})

it('draws gear that it knows, and nothing for other models', () => {
  const plain = portrait(LOOK)
  for (const model of GEAR_DRAWINGS) {
    const worn = portrait({ ...LOOK, gear: { head: model } })
    expect(worn).not.toBe(plain)
    parsed(worn)
  }
  for (const model of ['rocket', 'constructor'])
    expect(portrait({ ...LOOK, gear: { head: model } })).toBe(plain)
})

it('does not draw what gear covers', () => {
  const worn = (...hides: NonNullable<Drawn['hides']>) => portrait({ ...LOOK, hides })
  expect(worn('hair').length).toBeLessThan(portrait(LOOK).length)
  expect(worn('hair')).not.toContain('#231d24')
  expect(worn('torso')).not.toContain('#7a63e8')
  // Portraits do not show legs.
  expect(worn('legs')).toBe(portrait(LOOK))
  parsed(worn('hair', 'torso'))
})

it('has path numbers with at most one decimal', () => {
  expect(JSON.stringify(data)).not.toMatch(/"d":"[^"]*\d*\.\d\d/)
})

// ---------------------------------------------------------------- what one chooses in 2D is what one sees in 3D

const pieceOf = (name: string): Piece => {
  const piece = decodePieces(readFileSync(path.join(LIBRARY, `level0/${name}.bin`))).get(name)
  if (!piece) throw new Error(`no piece ${name}`)
  return piece
}

type Spot = [x: number, y: number]
/** The corners of traced paths: `M x y`, then relative `q` curves, then `Z`. */
function outlines(d: string): Spot[][] {
  return d.split('M').flatMap((part) => {
    if (!part) return []
    const [start = '', ...curves] = part.replace('Z', '').split('q')
    const numbers = (text: string) => [...text.matchAll(/-?\d*\.?\d+/g)].map(Number)
    let [x, y] = numbers(start) as Spot
    const points: Spot[] = [[x, y]]
    for (const curve of curves) {
      const [cx, cy, ex, ey] = numbers(curve) as [number, number, number, number]
      for (const t of [0.25, 0.5, 0.75, 1])
        points.push([x + 2 * t * (1 - t) * cx + t * t * ex, y + 2 * t * (1 - t) * cy + t * t * ey])
      x += ex
      y += ey
    }
    return [points]
  })
}

/** Which points of a 240 × 240 grid are inside, by scan lines and the rule `nonzero`. */
function filled(paints: readonly Paint[]): Uint8Array {
  const out = new Uint8Array(240 * 240)
  for (const { d } of paints) {
    const loops = outlines(d)
    for (let row = 0; row < 240; row++) {
      const y = row + 0.5
      const crossings = loops.flatMap((loop) =>
        loop.flatMap(([bx, by], i) => {
          const [ax, ay] = loop.at(i - 1) as Spot
          return ay > y === by > y
            ? []
            : [{ x: ax + ((bx - ax) * (y - ay)) / (by - ay), turn: by > ay ? 1 : -1 }]
        }),
      )
      crossings.sort((a, b) => a.x - b.x)
      let winding = 0
      crossings.forEach(({ x, turn }, i) => {
        winding += turn
        if (winding === 0) return
        const end = Math.min(240, crossings[i + 1]?.x ?? 240)
        for (let column = Math.max(0, Math.ceil(x - 0.5)); column + 0.5 < end; column++)
          out[row * 240 + column] = 1
      })
    }
  }
  return out
}

const frame = portraitFrame('regular')
/** The same grid of a rasterised model. */
const sampled = (map: Raster, seen: (i: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 240 * 240 }, (_, i) => {
    const at = (v: number) => Math.round((v + 0.5 + frame.margin) * frame.fine)
    const where = at(Math.floor(i / 240)) * map.size + at(i % 240)
    return map.dye[where] !== 255 && seen(where) ? 1 : 0
  })

/** Shared area as a part of the whole. */
function overlap(a: Uint8Array, b: Uint8Array): number {
  let [shared, all] = [0, 0]
  a.forEach((v, i) => {
    if (v && b[i]) shared++
    if (v || b[i]) all++
  })
  return shared / all
}

describe('hair in the portrait covers what it covers on the model', () => {
  const before = raster([pieceOf('head'), pieceOf('top-tee')], 'regular', frame)
  it.each(HAIRS)('%s', (style) => {
    const map = raster([pieceOf(`hair-${style}`)], 'regular', frame)
    const { back, front } = data.hair[style] ?? { back: [], front: [] }
    expect(
      overlap(
        filled(back),
        sampled(map, () => true),
      ),
    ).toBeGreaterThan(0.93)
    const isFront = (i: number) => (map.z[i] as number) > (before.z[i] as number)
    expect(overlap(filled(front), sampled(map, isFront))).toBeGreaterThan(0.9)
  })
})
