// The lines of the editor's stage, as points in pairs: the grid of the floor, boxes, arrows of spawn points.
import type { Vector } from '../room/collision'

/** Above the floor, so that both are not drawn at the same depth. */
const LIFT_M = 0.02

/** One line per metre. */
export function gridLines(size: number): number[] {
  const points: number[] = []
  for (let at = 0; at <= size; at++) {
    points.push(at, LIFT_M, 0, at, LIFT_M, size, 0, LIFT_M, at, size, LIFT_M, at)
  }
  return points
}

export function boxLines(min: Vector, max: Vector): number[] {
  const corner = (bits: number) => [
    bits & 1 ? max.x : min.x,
    bits & 2 ? max.y : min.y,
    bits & 4 ? max.z : min.z,
  ]
  const points: number[] = []
  for (let from = 0; from < 8; from++) {
    for (const bit of [1, 2, 4]) if (!(from & bit)) points.push(...corner(from), ...corner(from | bit))
  }
  return points
}

/** An arrow on the floor and a person's height. */
export function spawnLines({ x, y, z }: Vector, yaw: number): number[] {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const at = (px: number, pz: number, py = 0.04) => [x + px * cos + pz * sin, y + py, z + pz * cos - px * sin]
  const tip = at(0, 0.7)
  const corners = [at(0.45, -0.4), at(0, -0.2), at(-0.45, -0.4)]
  const outline = [tip, ...corners, tip]
  const arrow = outline.slice(1).flatMap((point, index) => [...(outline[index] ?? []), ...point])
  return [...arrow, ...at(0, 0), ...at(0, 0, 1.75)]
}
