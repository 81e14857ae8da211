// Outlines of areas as the data of a path: marching squares on a softened mask, as few points as the line needs, smooth curves.
import { type Area, type Frame, pointsOf } from './raster'

type Spot = readonly [x: number, y: number]

/** Sides of a cell: 0 top, 1 right, 2 bottom, 3 left. For each case, which side leads to which, with the inside on the left. */
const WAYS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 3]],
  [[1, 0]],
  [[1, 3]],
  [[2, 1]],
  [
    [0, 3],
    [2, 1],
  ],
  [[2, 0]],
  [[2, 3]],
  [[3, 2]],
  [[0, 2]],
  [
    [1, 0],
    [3, 2],
  ],
  [[1, 2]],
  [[3, 1]],
  [[0, 1]],
  [[3, 0]],
  [],
]
/** Points that may be off the line, in units. */
const TOLERANCE = 0.5

/** Where `inside` holds. Outlines shorter than `least` units are left out; holes run the other way around. */
export function trace(frame: Frame, area: Area, inside: (i: number) => boolean, least = 14): string {
  const mask = softMask(pointsOf(frame), area, inside)
  if (!mask) return ''
  return loopsOf(mask)
    .filter((loop) => loop.length >= least * frame.fine)
    .map((loop) => pathOf(loop, frame))
    .join('')
}

/** A part of the picture. */
interface Mask {
  left: number
  top: number
  wide: number
  high: number
  values: Float32Array
}

function softMask(size: number, area: Area, inside: (i: number) => boolean): Mask | null {
  const EDGE = 4
  let [left, right, top, bottom] = [size, 0, size, 0]
  for (let y = Math.max(EDGE, area.top); y < Math.min(size - EDGE, area.bottom + 1); y++)
    for (let x = Math.max(EDGE, area.left); x < Math.min(size - EDGE, area.right + 1); x++) {
      if (!inside(y * size + x)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < left) return null
  left -= EDGE
  top -= EDGE
  const [wide, high] = [right - left + 1 + EDGE, bottom - top + 1 + EDGE]
  let values = new Float32Array(wide * high)
  for (let y = EDGE; y < high - EDGE; y++)
    for (let x = EDGE; x < wide - EDGE; x++) if (inside((top + y) * size + left + x)) values[y * wide + x] = 1
  for (let pass = 0; pass < 2; pass++) values = blurred(blurred(values, 1), wide)
  return { left, top, wide, high, values }
}
const blurred = (from: Float32Array, step: number): Float32Array<ArrayBuffer> =>
  Float32Array.from(from, (v, i) => (v + (from[i - step] ?? 0) + (from[i + step] ?? 0)) / 3)

function loopsOf({ left, top, wide, high, values }: Mask): Spot[][] {
  const at = (i: number) => values[i] as number
  const cut = (i: number, j: number) => (at(i) - 0.5) / (at(i) - at(j))
  const links = new Map<number, { next: number; spot: Spot }>()
  for (let y = 0; y < high - 1; y++)
    for (let x = 0; x < wide - 1; x++) {
      const i = y * wide + x
      const bit = (j: number, value: number) => (at(j) > 0.5 ? value : 0)
      const code = bit(i, 1) | bit(i + 1, 2) | bit(i + wide + 1, 4) | bit(i + wide, 8)
      if (code === 0 || code === 15) continue
      // The key of an edge that two cells share: even is horizontal.
      const keys = [2 * i, 2 * (i + 1) + 1, 2 * (i + wide), 2 * i + 1]
      const spot = (side: number): Spot => {
        const [px, py] = [left + x, top + y]
        if (side === 0) return [px + cut(i, i + 1), py]
        if (side === 1) return [px + 1, py + cut(i + 1, i + wide + 1)]
        if (side === 2) return [px + cut(i + wide, i + wide + 1), py + 1]
        return [px, py + cut(i, i + wide)]
      }
      for (const [from, to] of WAYS[code] ?? [])
        links.set(keys[from] as number, { next: keys[to] as number, spot: spot(from) })
    }
  const loops: Spot[][] = []
  for (const start of links.keys()) {
    const loop: Spot[] = []
    for (let key = start, link = links.get(key); link; link = links.get(key)) {
      links.delete(key)
      loop.push(link.spot)
      key = link.next
    }
    if (loop.length) loops.push(loop)
  }
  return loops
}

/** Quadratic curves through the middles of the sides, with relative numbers of at most one decimal. */
function pathOf(loop: Spot[], { fine, margin }: Frame): string {
  const half = loop.length >> 1
  const halves = [loop.slice(0, half + 1), [...loop.slice(half), loop[0] as Spot]]
  const points = halves.flatMap((part) => simple(part, TOLERANCE * fine).slice(0, -1))
  if (points.length < 3) return ''
  const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const inUnits = ([x, y]: Spot): Spot => [
    Math.round((x / fine - margin) * 2) / 2,
    Math.round((y / fine - margin) * 2) / 2,
  ]
  let at = inUnits(middle(points.at(-1) as Spot, points[0] as Spot))
  const parts = [`M${numbers(at)}`]
  points.forEach((point, i) => {
    const control = inUnits(point)
    const end = inUnits(middle(point, points[(i + 1) % points.length] as Spot))
    parts.push(`q${numbers([control[0] - at[0], control[1] - at[1], end[0] - at[0], end[1] - at[1]])}`)
    at = end
  })
  return `${parts.join('')}Z`
}

/** As short as SVG allows: no space before a minus, no zero before a point. */
export const numbers = (values: readonly number[]): string =>
  values
    .map((v) => `${Math.round(v * 10) / 10}`.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0'))
    .reduce((text, v) => (v.startsWith('-') ? text + v : `${text} ${v}`))

/** Douglas and Peucker: only the points that the line needs. */
function simple(points: readonly Spot[], most: number): Spot[] {
  const [a, b] = [points[0] as Spot, points.at(-1) as Spot]
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  let [far, at] = [0, 0]
  points.forEach(([x, y], i) => {
    const d =
      length < 1e-9
        ? Math.hypot(x - a[0], y - a[1])
        : Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / length
    if (d > far) [far, at] = [d, i]
  })
  return far > most
    ? [...simple(points.slice(0, at + 1), most).slice(0, -1), ...simple(points.slice(at), most)]
    : [a, b]
}
