// The distance-field atlas of all faces: see `src/face-cells.ts`.
import { ATLAS, CELL, COLUMNS, FACE_CELLS, type FaceCell } from '../src/face-cells'
import { type Pen, type Point, shapesOf } from './faces'
import { clamp } from './sdf'

/** From a point to a span: the distance and where along it. */
function toSpan(x: number, y: number, [ax, ay]: Point | Pen, [bx, by]: Point | Pen): [d: number, t: number] {
  const [ex, ey] = [bx - ax, by - ay]
  const t = clamp(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey + 1e-9))
  return [Math.hypot(x - ax - ex * t, y - ay - ey * t), t]
}
function toStroke(points: readonly Pen[], x: number, y: number): number {
  let best = 1e9
  points.slice(1).forEach((b, i) => {
    const a = points[i] as Pen
    const [d, t] = toSpan(x, y, a, b)
    best = Math.min(best, d - (a[2] + (b[2] - a[2]) * t))
  })
  return best
}
function toOutline(points: readonly Point[], x: number, y: number): number {
  let best = 1e9
  let isInside = false
  points.forEach((b, i) => {
    const a = points.at(i - 1) as Point
    best = Math.min(best, toSpan(x, y, a, b)[0])
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) isInside = !isInside
  })
  return isInside ? -best : best
}
const FAR = 99

function distances(name: FaceCell): (x: number, y: number) => [number, number, number, number] {
  const s = shapesOf(name)
  const strokes = (list: Pen[][], x: number, y: number) =>
    Math.min(FAR, ...list.map((points) => toStroke(points, x, y)))
  const outlines = (list: Point[][], x: number, y: number) =>
    Math.min(FAR, ...list.map((points) => toOutline(points, x, y)))
  return (x, y) => {
    const mouth = outlines(s.mouth, x, y)
    // Positive beyond the edge of the mouth, then tongue or teeth.
    const inner = outlines([...s.tongue, ...s.teeth], x, y)
    return [
      outlines(s.holes, x, y),
      strokes(s.lashes, x, y),
      Math.min(strokes([...s.brows, ...s.lips], x, y), mouth - 0.6),
      Math.max(inner, mouth + 0.5),
    ]
  }
}

/** RGBA8, rows from the top. */
export function faceAtlas(): Uint8Array {
  const data = new Uint8Array(ATLAS.width * ATLAS.height * 4)
  FACE_CELLS.forEach((name, i) => {
    const at = distances(name)
    const [left, top] = [(i % COLUMNS) * CELL.px, Math.floor(i / COLUMNS) * CELL.py]
    for (let py = 0; py < CELL.py; py++)
      for (let px = 0; px < CELL.px; px++) {
        const x = CELL.x + ((px + 0.5) / CELL.px) * CELL.wide
        const y = CELL.y + ((py + 0.5) / CELL.py) * CELL.high
        const bytes = at(x, y).map((d) => clamp(Math.round(128 - (d / ATLAS.spread) * 127), 0, 255))
        data.set(bytes, ((top + py) * ATLAS.width + left + px) * 4)
      }
  })
  return data
}
