// The motions of a room for the bones of a VRM, which have the names of those of drawn bodies and stand in a T-pose too. Pure.
import { BONE, BONES, type BoneName } from '@witverse/people/skeleton'
import type { MotionPose } from '../people/motion'
import { SEATED_HIPS_M } from '../people/stand'

export type VrmBone = Exclude<BoneName, 'hair'>

/** The bones that a pose turns. A file may lack some of them. */
export const VRM_BONES = BONES.map(({ name }) => name).filter((name): name is VrmBone => name !== 'hair')

/** The turn of a bone about x, y and z. VRM 0.x looks the other way. */
export function turnOf(
  { turns }: MotionPose,
  bone: VrmBone,
  isOld: boolean,
): [x: number, y: number, z: number] {
  const at = BONE[bone] * 3
  const [x = 0, y = 0, z = 0] = turns.subarray(at, at + 3)
  return isOld ? [-x, y, -z] : [x, y, z]
}

/** How high the hips are above the floor, or above the place of a seat. `height`: when standing at rest; `seated`: 0 to 1. */
export function hipsAbove(height: number, lift: number, seated: number): number {
  const standing = height * (1 + lift)
  return standing + seated * (SEATED_HIPS_M - standing)
}
