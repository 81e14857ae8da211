// How high a body is in a pose: on its lower foot, or on a seat.
import { BONE, BONE_COUNT, type Body, jointsOf, matricesOf } from '@witverse/people/skeleton'
import type { MotionPose } from './motion'

/** The hips of a person who sits, above the place of the seat. */
export const SEATED_HIPS_M = 0.48
/** Soles of the sculpture: x, and z of heel and toes. */
const SOLE = { x: 0.094, heel: -0.05, toes: 0.14 }
const FEET = [
  [BONE.leftFoot, SOLE.x],
  [BONE.rightFoot, -SOLE.x],
] as const

const hipsOf = (body: Body) => jointsOf(body)[BONE.hips * 3 + 1] ?? 0

/** How much the hips are higher than at rest, in metres, for matrices that do not know of the ground. */
function liftOf(body: Body, pose: MotionPose, bones: Float32Array): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const [foot, x] of FEET)
    for (const z of [SOLE.heel, SOLE.toes]) {
      const row = foot * 12 + 4
      const y = (bones[row] ?? 0) * x + (bones[row + 2] ?? 0) * z + (bones[row + 3] ?? 0)
      lowest = Math.min(lowest, y)
    }
  const standing = (pose.offset[1] ?? 0) - lowest
  return pose.ground * standing + (1 - pose.ground) * (SEATED_HIPS_M - hipsOf(body))
}

/** Writes the matrices of a body in a pose: 12 numbers a bone. */
export function stand(body: Body, pose: MotionPose, bones: Float32Array) {
  matricesOf(body, pose, bones)
  const lift = liftOf(body, pose, bones)
  for (let at = 7; at < BONE_COUNT * 12; at += 12) bones[at] = (bones[at] ?? 0) + lift
}

const scratch = new Float32Array(BONE_COUNT * 12)

/** The height of the hips of a standing body in a pose, relative to that at rest: what a VRM of any size needs. */
export function standingLift(pose: MotionPose): number {
  matricesOf('regular', pose, scratch)
  return liftOf('regular', { ...pose, ground: 1 }, scratch) / hipsOf('regular')
}
