// The third-person camera. It never shows the inside of a wall: five rays from a pivot inside the capsule, the shortest
// counts, it comes closer at once and goes back slowly. Pure.
import type { Vector, World } from './collision'

export const PIVOT_M = 1.45
export const FIRST_PERSON_M = 0.5
export const HIDE_BODY_M = 0.7
const MARGIN_M = 0.1
const CORNER_M = 0.15
const EASE_PER_S = 6
const PITCH_MIN = -0.55
const PITCH_MAX = 1.25

export interface View {
  /** The direction of the look on the ground; 0 looks along +z. */
  yaw: number
  /** Positive looks down. */
  pitch: number
  /** The wished distance; 0 is first person. */
  distance: number
}

export const clampPitch = (pitch: number) => Math.min(PITCH_MAX, Math.max(PITCH_MIN, pitch))

/** The unit vector of the look. */
export function lookOf({ yaw, pitch }: View): Vector {
  const flat = Math.cos(pitch)
  return { x: Math.sin(yaw) * flat, y: -Math.sin(pitch), z: Math.cos(yaw) * flat }
}

/** How far the camera can be from the pivot against the look. */
export function freeDistance(world: World, pivot: Vector, view: View): number {
  const look = lookOf(view)
  const right = { x: Math.cos(view.yaw), y: 0, z: -Math.sin(view.yaw) }
  const up = { x: look.y * right.z, y: look.z * right.x - look.x * right.z, z: -look.y * right.x }
  const corners = [
    [0, 0],
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const
  let free = view.distance
  for (const [a, b] of corners) {
    const to = {
      x: pivot.x - look.x * view.distance + (right.x * a + up.x * b) * CORNER_M,
      y: pivot.y - look.y * view.distance + (right.y * a + up.y * b) * CORNER_M,
      z: pivot.z - look.z * view.distance + (right.z * a + up.z * b) * CORNER_M,
    }
    const share = world.ray(pivot, to)
    if (share < 1) free = Math.min(free, view.distance * share - MARGIN_M)
  }
  return Math.max(0, free)
}

export class Camera {
  private distance = 0

  /** The position of the camera, and how far it is from the pivot. */
  advance(seconds: number, world: World, feet: Vector, view: View): { at: Vector; distance: number } {
    const pivot = { x: feet.x, y: feet.y + PIVOT_M, z: feet.z }
    const free = view.distance < FIRST_PERSON_M ? 0 : freeDistance(world, pivot, view)
    const eased = this.distance + (free - this.distance) * (1 - Math.exp(-EASE_PER_S * seconds))
    this.distance = free < this.distance ? free : Math.min(free, eased)
    const shown = this.distance < FIRST_PERSON_M ? 0 : this.distance
    const look = lookOf(view)
    return {
      at: { x: pivot.x - look.x * shown, y: pivot.y - look.y * shown, z: pivot.z - look.z * shown },
      distance: shown,
    }
  }

  /** Shows the wished distance at once, for the first frame and after a teleport. */
  reset(world: World, feet: Vector, view: View) {
    this.distance = freeDistance(world, { ...feet, y: feet.y + PIVOT_M }, view)
  }
}
