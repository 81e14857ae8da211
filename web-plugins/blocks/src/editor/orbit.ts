// The camera of the editor: it circles around a point of the floor. Pure, in radians and metres.
import type { Vector } from '../room/collision'
import { clamp } from './document'

export interface Orbit {
  /** The point that it looks at. */
  x: number
  z: number
  yaw: number
  /** Above the horizon; a quarter turn looks straight down. */
  pitch: number
  distance: number
}

const PITCH = { least: 0.08, most: Math.PI / 2 - 0.01 }
const DISTANCE = { least: 2, most: 90 }
const EYE_M = 0.6

/** The whole floor, from the front. */
export const overview = (size: number): Orbit => ({
  ...{ x: size / 2, z: size / 2 },
  ...{ yaw: 0, pitch: 0.72, distance: clamp(size * 1.05, 10, 60) },
})

export const fromAbove = (orbit: Orbit): Orbit => ({ ...orbit, yaw: 0, pitch: PITCH.most })

/** Where the camera is. */
export function eyeOf({ x, z, yaw, pitch, distance }: Orbit): Vector {
  const flat = Math.cos(pitch) * distance
  return {
    x: x + Math.sin(yaw) * flat,
    y: EYE_M + Math.sin(pitch) * distance,
    z: z + Math.cos(yaw) * flat,
  }
}

export const aimOf = ({ x, z }: Orbit): Vector => ({ x, y: EYE_M, z })

export const turned = (orbit: Orbit, dyaw: number, dpitch: number): Orbit => ({
  ...orbit,
  yaw: orbit.yaw + dyaw,
  pitch: clamp(orbit.pitch + dpitch, PITCH.least, PITCH.most),
})

export const zoomed = (orbit: Orbit, factor: number): Orbit => ({
  ...orbit,
  distance: clamp(orbit.distance * factor, DISTANCE.least, DISTANCE.most),
})

/** Moves over the floor, along the screen: shares of the distance to the right and down. */
export function shifted(orbit: Orbit, right: number, down: number, size: number): Orbit {
  const [cos, sin] = [Math.cos(orbit.yaw), Math.sin(orbit.yaw)]
  const [dx, dz] = [right * orbit.distance, down * orbit.distance]
  return {
    ...orbit,
    x: clamp(orbit.x + dx * cos + dz * sin, 0, size),
    z: clamp(orbit.z - dx * sin + dz * cos, 0, size),
  }
}
