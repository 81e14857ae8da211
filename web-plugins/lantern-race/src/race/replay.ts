// A recorded run as a drawing: where the person was at a time, and the part between two steps. Pure; milliseconds after the
// signal, and centimetres.
import type { RaceWay } from '../api/races'

type WayPoint = RaceWay['points'][number]

export interface Place {
  x: number
  z: number
}

/** Space around the course in the drawing. */
const MARGIN = 120

/** The part of the room that the drawing shows, as the `viewBox` of an SVG. */
export function frameOf({ gates, points }: RaceWay): string {
  const xs = [...gates.flatMap((gate) => [gate.x - gate.radius, gate.x + gate.radius]), ...points.map(xOf)]
  const zs = [...gates.flatMap((gate) => [gate.z - gate.radius, gate.z + gate.radius]), ...points.map(zOf)]
  const [left, top] = [Math.min(...xs), Math.min(...zs)].map((edge) => edge - MARGIN) as [number, number]
  const [right, bottom] = [Math.max(...xs), Math.max(...zs)].map((edge) => edge + MARGIN) as [number, number]
  return `${left} ${top} ${right - left} ${bottom - top}`
}

/** When the run begins and ends. */
export function spanOf({ points, stepsMs }: RaceWay): [from: number, to: number] {
  const times = [...points.map(timeOf), ...stepsMs]
  return [Math.min(0, ...times), Math.max(0, ...times)]
}

/** Where the person was, in a straight line between two recorded positions. */
export function placeAt(points: readonly WayPoint[], ms: number): Place | null {
  const next = points.findIndex((point) => timeOf(point) > ms)
  const after = points[next]
  const before = next === -1 ? points.at(-1) : (points[next - 1] ?? after)
  if (!before) return null
  if (!after || after === before) return { x: xOf(before), z: zOf(before) }
  const share = (ms - timeOf(before)) / (timeOf(after) - timeOf(before))
  const between = (from: number, to: number) => from + (to - from) * share
  return { x: between(xOf(before), xOf(after)), z: between(zOf(before), zOf(after)) }
}

/** The line between two times as the `points` of an SVG `polyline`. */
export function lineBetween(points: readonly WayPoint[], from: number, to: number): string {
  const inside = points.filter((point) => from < timeOf(point) && timeOf(point) < to)
  const ends = [placeAt(points, from), placeAt(points, to)] as const
  const middle = inside.map((point) => ({ x: xOf(point), z: zOf(point) }))
  return [ends[0], ...middle, ends[1]]
    .flatMap((place) => (place ? [`${Math.round(place.x)},${Math.round(place.z)}`] : []))
    .join(' ')
}

const timeOf = (point: WayPoint) => point[0] ?? 0
const xOf = (point: WayPoint) => point[1] ?? 0
const zOf = (point: WayPoint) => point[2] ?? 0
