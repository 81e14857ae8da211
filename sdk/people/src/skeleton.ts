// The 20 bones of a person (VRM's names and one for hair), the body types, and the matrices of a pose. Metres, y up; the
// face looks along +z and the person's left is +x. Matrices are 3 × 4, row-major: 12 numbers a bone, [m00 m01 m02 tx m10 …].

export const BODIES = ['petite', 'slim', 'regular', 'broad'] as const
export type Body = (typeof BODIES)[number]

type Triple = readonly [number, number, number]

export const SHOULDER: Triple = [0.142, 0.972, -0.012]
/** Along the arm, from the shoulder. */
export const ELBOW = 0.198
export const WRIST = 0.37
/** The pieces are sculpted with the arms this far down (radians); the bones rest in T. */
export const ARMS_DOWN = 0.733

const BONE_NAMES = [
  ...(['hips', 'spine', 'chest', 'neck', 'head', 'hair'] as const),
  ...(['leftShoulder', 'rightShoulder', 'leftUpperArm', 'rightUpperArm'] as const),
  ...(['leftLowerArm', 'rightLowerArm', 'leftHand', 'rightHand'] as const),
  ...(['leftUpperLeg', 'rightUpperLeg', 'leftLowerLeg', 'rightLowerLeg', 'leftFoot', 'rightFoot'] as const),
] as const
export type BoneName = (typeof BONE_NAMES)[number]

export interface Bone {
  name: BoneName
  parent: BoneName | null
  /** Index of the parent, or -1. A parent comes before its children. */
  up: number
  /** Place at rest, of the body `regular`. */
  at: Triple
}

const [SX, SY, SZ] = SHOULDER
/** Parent and place of each bone; of the person's left side where there are two. */
const REST: Record<string, [parent: string | null, at: Triple]> = {
  hips: [null, [0, 0.6, 0]],
  spine: ['hips', [0, 0.69, 0]],
  chest: ['spine', [0, 0.82, 0]],
  neck: ['chest', [0, 1.03, -0.012]],
  head: ['neck', [0, 1.1, -0.01]],
  hair: ['head', [0, 1.3, -0.2]],
  Shoulder: ['chest', [0.045, 0.985, -0.012]],
  UpperArm: ['Shoulder', SHOULDER],
  LowerArm: ['UpperArm', [SX + ELBOW, SY, SZ]],
  Hand: ['LowerArm', [SX + WRIST, SY, SZ]],
  UpperLeg: ['hips', [0.088, 0.57, 0]],
  LowerLeg: ['UpperLeg', [0.092, 0.325, 0.004]],
  Foot: ['LowerLeg', [0.094, 0.085, -0.012]],
}

export const BONES: readonly Bone[] = BONE_NAMES.map((name) => {
  const side = /^(left|right)/.exec(name)?.[0] ?? ''
  const [above, [x, y, z]] = REST[name.slice(side.length)] ?? [null, [0, 0, 0]]
  const parent = above === null ? null : ((/^[A-Z]/.test(above) ? side + above : above) as BoneName)
  return { name, parent, up: parent ? BONE_NAMES.indexOf(parent) : -1, at: [side === 'right' ? -x : x, y, z] }
})
export const BONE_COUNT = BONES.length
export const BONE = Object.fromEntries(BONE_NAMES.map((name, i) => [name, i])) as Record<BoneName, number>

// ---------------------------------------------------------------- body types

/** Factors of widths and lengths. The head is the same for all bodies, so that hair and hats fit all of them. */
interface Widths {
  trunkX: number
  trunkZ: number
  trunkY: number
  legX: number
  legY: number
  armX: number
  armY: number
  shoulders: number
  neck: number
  feet: number
}
const WIDTHS: Record<Body, Widths> = {
  petite: {
    ...{ trunkX: 0.9, trunkZ: 0.92, trunkY: 0.88, legX: 0.92, legY: 0.8 },
    ...{ armX: 0.9, armY: 0.86, shoulders: 0.9, neck: 0.94, feet: 0.92 },
  },
  slim: {
    ...{ trunkX: 0.9, trunkZ: 0.9, trunkY: 1.03, legX: 0.88, legY: 1.08 },
    ...{ armX: 0.87, armY: 1.04, shoulders: 0.93, neck: 0.94, feet: 0.98 },
  },
  regular: {
    ...{
      trunkX: 1,
      trunkZ: 1,
      trunkY: 1,
      legX: 1,
      legY: 1,
      armX: 1,
      armY: 1,
      shoulders: 1,
      neck: 1,
      feet: 1,
    },
  },
  broad: {
    ...{ trunkX: 1.2, trunkZ: 1.2, trunkY: 1.02, legX: 1.16, legY: 1 },
    ...{ armX: 1.2, armY: 1.03, shoulders: 1.2, neck: 1.12, feet: 1.08 },
  },
}

/** Scale along x, y and z of what a bone moves; bones rest along the axes of the world. */
function scaleOf(name: BoneName, w: Widths): Triple {
  const part = name.replace(/^(left|right)/, '')
  if (part === 'head' || part === 'hair') return [1, 1, 1]
  if (part === 'neck') return [w.neck, 1, w.neck]
  if (part === 'Shoulder') return [w.shoulders, 1 + (w.armX - 1) * 0.7, w.trunkZ]
  if (part === 'Hand') {
    const hand = 1 + (w.armX - 1) * 0.45
    return [hand, hand, hand]
  }
  if (part.endsWith('Arm')) return [w.armY, w.armX, w.armX]
  if (part === 'Foot') return [w.feet, w.feet, w.feet]
  if (part.endsWith('Leg')) return [w.legX, w.legY, w.legX]
  return [w.trunkX, w.trunkY, w.trunkZ]
}

function joints(body: Body): Float32Array {
  const widths = WIDTHS[body]
  const out = new Float32Array(BONE_COUNT * 3)
  BONES.forEach(({ at, up }, i) => {
    const parent = BONES[up]
    const scale = parent ? scaleOf(parent.name, widths) : null
    for (const k of [0, 1, 2] as const)
      out[3 * i + k] =
        parent && scale ? (out[3 * up + k] as number) + (at[k] - parent.at[k]) * scale[k] : at[k]
  })
  // Feet stand on the ground: the ankle is 0.085 m above the sole.
  const lift = 0.085 * widths.feet - (out[3 * BONE.leftFoot + 1] as number)
  for (let i = 0; i < BONE_COUNT; i++) out[3 * i + 1] = (out[3 * i + 1] as number) + lift
  return out
}
const JOINTS = Object.fromEntries(BODIES.map((body) => [body, joints(body)])) as Record<Body, Float32Array>

/** Where the joints of a body rest: x, y, z by bone. Shared: do not write into it. */
export const jointsOf = (body: Body): Float32Array => JOINTS[body]

// ---------------------------------------------------------------- poses

export interface Pose {
  /** Turn of each bone from T: x, y, z in radians by bone; about z first, then y, then x. */
  turns: Float32Array
  /** Moves the hips: x, y, z in metres. */
  offset: Float32Array
}

/** A pose from turns by the names of bones. */
export function poseOf(turns: Partial<Record<BoneName, Triple>> = {}, offset: Triple = [0, 0, 0]): Pose {
  const pose = { turns: new Float32Array(BONE_COUNT * 3), offset: new Float32Array(offset) }
  for (const [name, turn] of Object.entries(turns)) pose.turns.set(turn, 3 * BONE[name as BoneName])
  return pose
}
/** Arms to the sides, as VRM rests. */
export const restPose: Pose = poseOf()
/** As the pieces are sculpted. */
export const bindPose: Pose = poseOf({ leftUpperArm: [0, 0, -ARMS_DOWN], rightUpperArm: [0, 0, ARMS_DOWN] })

/** Where each bone is in the world, into `out` (20 × 12). Allocates nothing if `out` is given. */
export function worldOf(
  joints: Float32Array,
  { turns, offset }: Pose,
  out: Float32Array = new Float32Array(BONE_COUNT * 12),
): Float32Array {
  for (let i = 0; i < BONE_COUNT; i++) {
    const up = (BONES[i] as Bone).up
    const t = 3 * i
    const tx = turns[t] as number
    const ty = turns[t + 1] as number
    const tz = turns[t + 2] as number
    const [sx, kx] = [Math.sin(tx), Math.cos(tx)]
    const [sy, ky] = [Math.sin(ty), Math.cos(ty)]
    const [sz, kz] = [Math.sin(tz), Math.cos(tz)]
    // X · Y · Z
    const m00 = ky * kz
    const m01 = -ky * sz
    const m02 = sy
    const m10 = kx * sz + sx * sy * kz
    const m11 = kx * kz - sx * sy * sz
    const m12 = -sx * ky
    const m20 = sx * sz - kx * sy * kz
    const m21 = sx * kz + kx * sy * sz
    const m22 = kx * ky
    const b = 12 * i
    if (up < 0) {
      write(out, b, m00, m01, m02, (joints[t] as number) + (offset[0] as number))
      write(out, b + 4, m10, m11, m12, (joints[t + 1] as number) + (offset[1] as number))
      write(out, b + 8, m20, m21, m22, (joints[t + 2] as number) + (offset[2] as number))
      continue
    }
    const x = (joints[t] as number) - (joints[3 * up] as number)
    const y = (joints[t + 1] as number) - (joints[3 * up + 1] as number)
    const z = (joints[t + 2] as number) - (joints[3 * up + 2] as number)
    for (let row = 0; row < 12; row += 4) {
      const a = out[12 * up + row] as number
      const c = out[12 * up + row + 1] as number
      const d = out[12 * up + row + 2] as number
      const e = out[12 * up + row + 3] as number
      write(
        out,
        b + row,
        a * m00 + c * m10 + d * m20,
        a * m01 + c * m11 + d * m21,
        a * m02 + c * m12 + d * m22,
        a * x + c * y + d * z + e,
      )
    }
  }
  return out
}
function write(out: Float32Array, at: number, a: number, b: number, c: number, d: number): void {
  out[at] = a
  out[at + 1] = b
  out[at + 2] = c
  out[at + 3] = d
}

// ---------------------------------------------------------------- matrices

/** From the sculpture to bones at rest: the inverse of the bind pose, then the widths of the body. */
function binds(body: Body): Float32Array {
  const bind = worldOf(JOINTS.regular, bindPose)
  const at = (i: number) => bind[i] as number
  const out = new Float32Array(BONE_COUNT * 12)
  BONES.forEach(({ name }, i) => {
    const b = 12 * i
    scaleOf(name, WIDTHS[body]).forEach((scale, row) => {
      // The inverse of a rotation is its transpose.
      const [x, y, z] = [at(b + row), at(b + 4 + row), at(b + 8 + row)]
      const moved = -(x * at(b + 3) + y * at(b + 7) + z * at(b + 11))
      write(out, b + 4 * row, x * scale, y * scale, z * scale, moved * scale)
    })
  })
  return out
}
const BINDS = Object.fromEntries(BODIES.map((body) => [body, binds(body)])) as Record<Body, Float32Array>

/** One matrix a bone, from the sculpture to the bone at rest. Shared: do not write into it. */
export const bindsOf = (body: Body): Float32Array => BINDS[body]

const world = new Float32Array(BONE_COUNT * 12)

/** One matrix a bone, from the sculpture to this body in this pose, into `out` (20 × 12, ready for 3 texels a bone). */
export function matricesOf(
  body: Body,
  pose: Pose,
  out: Float32Array = new Float32Array(BONE_COUNT * 12),
): Float32Array {
  worldOf(JOINTS[body], pose, world)
  const bind = BINDS[body]
  for (let b = 0; b < BONE_COUNT * 12; b += 12)
    for (let row = 0; row < 12; row += 4) {
      const x = world[b + row] as number
      const y = world[b + row + 1] as number
      const z = world[b + row + 2] as number
      for (let column = 0; column < 4; column++)
        out[b + row + column] =
          x * (bind[b + column] as number) +
          y * (bind[b + 4 + column] as number) +
          z * (bind[b + 8 + column] as number) +
          (column === 3 ? (world[b + row + 3] as number) : 0)
    }
  return out
}
