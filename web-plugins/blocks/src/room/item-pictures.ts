// Where the pictures of items are in a scene: squares on frames and stands. Pure: the 3D view draws them and asks which one a
// ray meets.
import { kindOf } from './kinds'
import { type SceneItem, type SceneObject, toScene } from './scene'

export type Vector = [x: number, y: number, z: number]

/** An object that shows an item. */
export type ItemObject = SceneObject & { item: SceneItem }

export interface Square {
  centre: Vector
  /** To the right of a person who looks at the picture. */
  right: Vector
  /** Towards that person. */
  front: Vector
  half: number
}

export const hasItem = (object: SceneObject): object is ItemObject => object.item !== undefined

/** The sides of an object that show its item. */
export function squaresOf(object: SceneObject): Square[] {
  const { picture } = kindOf(object.kind)
  if (!picture) return []
  const [x, y, z] = picture.at
  const half = (picture.side / 2) * object.scale
  return (picture.isOnBothSides ? [1, -1] : [1]).map((side) => {
    const [cos, sin] = [Math.cos(object.yaw) * side, Math.sin(object.yaw) * side]
    return { centre: toScene(object, [x, y, z * side]), right: [cos, 0, -sin], front: [sin, 0, cos], half }
  })
}

/** How far a ray goes until it meets a square from its front; null if it misses. `way` has the length 1. */
export function distanceTo({ centre, right, front, half }: Square, from: Vector, way: Vector): number | null {
  const facing = dot(way, front)
  if (facing >= -1e-6) return null
  const distance = dot(minus(centre, from), front) / facing
  if (distance <= 0) return null
  const at = minus(
    [from[0] + way[0] * distance, from[1] + way[1] * distance, from[2] + way[2] * distance],
    centre,
  )
  return Math.abs(dot(at, right)) <= half && Math.abs(at[1]) <= half ? distance : null
}

/** The nearest object whose picture a ray meets. */
export function objectAt(
  objects: readonly ItemObject[],
  from: Vector,
  way: Vector,
): { object: ItemObject; distance: number } | null {
  const hits = objects.flatMap((object) =>
    squaresOf(object).flatMap((square) => {
      const distance = distanceTo(square, from, way)
      return distance === null ? [] : [{ object, distance }]
    }),
  )
  return hits.sort((a, b) => a.distance - b.distance)[0] ?? null
}

/** The rows and columns of a sheet for a number of pictures: as square as possible. */
export function sheetFor(count: number): { columns: number; rows: number } {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)))
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) }
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
