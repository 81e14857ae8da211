// The motions of a room for the bones of a VRM: the same swings as those of the drawn bodies in `shaders.ts`, as rotations of
// the normalised humanoid bones, which stand in a T-pose. Pure.
import type { Motion } from '../../room/codes'

/** Around x, y and z, in radians, applied in the order z, y, x. */
type Turn = [x: number, y: number, z: number]
/** Bones that are absent do not turn. */
export type Turns = Partial<Record<Bone, Turn>>

export const BONES = [
  'spine',
  'head',
  'leftUpperArm',
  'rightUpperArm',
  'leftLowerArm',
  'rightLowerArm',
  'leftUpperLeg',
  'rightUpperLeg',
  'leftLowerLeg',
  'rightLowerLeg',
] as const
export type Bone = (typeof BONES)[number]

export interface Pose {
  turns: Turns
  /** What the hips are higher than when standing, relative to their height. */
  lift: number
}

interface Swings {
  armX: [left: number, right: number]
  /** Away from the body. */
  armZ: [left: number, right: number]
  leg: [left: number, right: number]
  knee: [left: number, right: number]
  lean: number
  twist: number
  nod: number
  lift: number
}

/** The height of the drawn body's hips, to which its lifts belong. */
const HIPS_M = 0.78
/** The hips of a person who sits, above the place of the seat. */
export const SEATED_HIPS_M = 0.48
/** Arms do not touch wide clothes. */
const ARM_GAP = 0.1
const ELBOW = 0.22

const both = (value: number): [number, number] => [value, value]

function swingsOf(motion: Motion, t: number): Swings {
  const [s, c] = [Math.sin(t), Math.cos(t)]
  const still: Swings = {
    ...{ armX: both(0), armZ: both(0.1), leg: both(0), knee: both(0), lean: 0, twist: 0, nod: 0, lift: 0 },
  }
  switch (motion) {
    case 'walk':
    case 'run': {
      const run = motion === 'run' ? 1 : 0
      const swing = 0.62 + 0.35 * run
      return {
        ...still,
        ...{ leg: [s * swing, -s * swing], armX: [-s * swing * 0.8, s * swing * 0.8] },
        knee: [Math.max(0, -c) * (0.7 + 0.6 * run), Math.max(0, c) * (0.7 + 0.6 * run)],
        ...{ lean: 0.05 + 0.16 * run, twist: s * 0.12 },
        lift: Math.abs(s) * -0.04 + 0.02 + Math.abs(c) * 0.06 * run,
      }
    }
    case 'sit':
      return {
        ...still,
        ...{ leg: both(-1.5), knee: both(1.5), armX: both(-0.55), nod: 0.06 * Math.sin(t * 0.5) },
        lift: SEATED_HIPS_M - HIPS_M + 0.006 * s,
      }
    case 'wave':
      return {
        ...still,
        ...{ armZ: [0.14, 2.6 + 0.34 * Math.sin(t * 3.2)], nod: 0.06 * s, twist: 0.08 * s, lift: 0.012 * s },
      }
    case 'dance': {
      const sway = 0.8 * Math.sin(t * 2)
      return {
        ...still,
        ...{ armZ: [1.5 + sway, 1.5 - sway], leg: [s * 0.3, -s * 0.3] },
        ...{ knee: [Math.max(0, s) * 0.8, Math.max(0, -s) * 0.8], twist: 0.4 * s },
        ...{ nod: 0.14 * Math.sin(t * 4), lift: 0.09 * Math.abs(Math.sin(t * 2)) - 0.03 },
      }
    }
    case 'jump':
      return { ...still, armZ: both(0.8), leg: [-0.5, 0.25], knee: [0.9, 0.5] }
    case 'idle':
      return {
        ...still,
        ...{ armX: both(0.05 * s), armZ: both(0.12 + 0.02 * s), nod: 0.05 * Math.sin(t * 0.6) },
        lift: 0.012 * s,
      }
  }
}

/** The pose of a motion. `t` is the phase of its wave, in radians. */
export function poseOf(motion: Motion, t: number): Pose {
  const { armX, armZ, leg, knee, lean, twist, nod, lift } = swingsOf(motion, t)
  const down = Math.PI / 2 - ARM_GAP
  return {
    turns: {
      ...{ spine: [lean, twist, 0], head: [nod, 0, 0] },
      // An arm points to the side. Turned down, it swings like a drawn one.
      ...{ leftUpperArm: [armX[0], 0, armZ[0] - down], rightUpperArm: [armX[1], 0, down - armZ[1]] },
      ...{ leftLowerArm: [0, -ELBOW, 0], rightLowerArm: [0, ELBOW, 0] },
      ...{ leftUpperLeg: [leg[0], 0, 0], rightUpperLeg: [leg[1], 0, 0] },
      ...{ leftLowerLeg: [knee[0], 0, 0], rightLowerLeg: [knee[1], 0, 0] },
    },
    lift: lift / HIPS_M,
  }
}

/** Between two poses; `share` is that of the second one. */
export function blended(before: Pose, now: Pose, share: number): Pose {
  const mix = (a: number, b: number) => a + (b - a) * share
  const turns: Turns = {}
  for (const bone of BONES) {
    const from: Turn = before.turns[bone] ?? [0, 0, 0]
    const to: Turn = now.turns[bone] ?? [0, 0, 0]
    turns[bone] = [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
  }
  return { turns, lift: mix(before.lift, now.lift) }
}

/** The same for VRM 0.x, whose bones look the other way. */
export const turned = ({ turns, lift }: Pose): Pose => ({
  turns: Object.fromEntries(Object.entries(turns).map(([bone, [x, y, z]]) => [bone, [-x, y, -z]])) as Turns,
  lift,
})

/** How high the hips are above the floor, or above the place of a seat. `height`: when standing at rest; `seated`: 0 to 1. */
export function hipsAbove(height: number, lift: number, seated: number): number {
  const standing = height * (1 + lift)
  return standing + seated * (SEATED_HIPS_M - standing)
}
