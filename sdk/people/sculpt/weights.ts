// Which bones move a point: a function of space and not of a mesh, so that skin, clothes and every level of detail move alike
// and nothing pokes through.
import { BONE, BONE_COUNT, type BoneName, ELBOW, WRIST } from '../src/skeleton'
import { alongArm, arm, skull, trunk } from './body'
import { type Field, ramp } from './sdf'

/** How bones move a part. */
export type Kind = 'body' | 'legs' | 'skirt' | 'head' | 'hair'

export interface Moved {
  kind: Kind
  /** The surfaces of sleeve and trunk: a point belongs to the nearer one. */
  sleeve?: Field
  body?: Field
}

type Side = 'left' | 'right'

/** The share of each bone; their sum is 1. */
export function weightsAt(
  x: number,
  y: number,
  z: number,
  { kind, sleeve = arm, body = trunk }: Moved,
): Float64Array {
  const out = new Float64Array(BONE_COUNT)
  const give = (name: BoneName, share: number) => {
    out[BONE[name]] = (out[BONE[name]] as number) + share
  }
  if (kind === 'hair') {
    const free = ramp(1.22, 0.95, y) * ramp(0.02, -0.14, z)
    give('hair', free)
    give('head', 1 - free)
    return out
  }
  const side: Side = x > 0 ? 'left' : 'right'
  const ax = Math.abs(x)
  let rest = 1
  if (kind === 'body') {
    // Nearer to the arm than to the trunk, and past the shoulder.
    const t = alongArm(x, y)
    const reach = ramp(-0.05, 0.085, t) * ramp(-0.03, 0.03, body(x, y, z) - sleeve(x, y, z))
    const fore = ramp(ELBOW - 0.045, ELBOW + 0.045, t)
    // Long, so that a turn of the hand winds along the forearm.
    const palm = ramp(WRIST - 0.1, WRIST + 0.015, t)
    give(`${side}UpperArm`, reach * (1 - fore))
    give(`${side}LowerArm`, reach * fore * (1 - palm))
    give(`${side}Hand`, reach * fore * palm)
    rest -= reach
  }
  if (kind === 'head' || y > 0.94) upper(give, rest, side, [ax, y], kind === 'head' ? skull(x, y, z) : null)
  else if (kind === 'skirt') skirt(give, [x, y, z])
  else lower(give, rest, side, [x, y])
  return out
}

type Give = (name: BoneName, share: number) => void

/** Chin and jaw are rigid; the neck bends between them and the chest. */
function upper(
  give: Give,
  rest: number,
  side: Side,
  [ax, y]: [number, number],
  toSkull: number | null,
): void {
  const skullward =
    toSkull === null ? 0 : Math.max(ramp(1.06, 1.13, y), ramp(0.03, -0.005, toSkull) * ramp(1.0, 1.08, y))
  const up = ramp(0.985, 1.06, y) * ramp(0.13, 0.07, ax)
  const collar = collarAt(ax, y)
  give('head', rest * skullward)
  give('neck', rest * (1 - skullward) * up)
  give(`${side}Shoulder`, rest * (1 - skullward) * (1 - up) * collar)
  give('chest', rest * (1 - skullward) * (1 - up) * (1 - collar))
}
const collarAt = (ax: number, y: number) => ramp(0.03, 0.12, ax) * ramp(0.86, 0.97, y) * 0.85

function lower(give: Give, rest: number, side: Side, [x, y]: [number, number]): void {
  const ax = Math.abs(x)
  const collar = collarAt(ax, y)
  give(`${side}Shoulder`, rest * collar)
  const hips = trunkAt(give, rest * (1 - collar), y)
  const thigh = thighAt(ax, y)
  give('hips', hips * (1 - thigh))
  const left = ramp(-0.03, 0.03, x)
  const shin = shinAt(y)
  const foot = ramp(0.125, 0.07, y)
  for (const [name, share] of [
    ['left', left],
    ['right', 1 - left],
  ] as const) {
    const down = hips * thigh * share
    give(`${name}UpperLeg`, down * (1 - shin))
    give(`${name}LowerLeg`, down * shin * (1 - foot))
    give(`${name}Foot`, down * shin * foot)
  }
}

/** Chest and spine; returns what is left for hips and legs. */
function trunkAt(give: Give, rest: number, y: number): number {
  const chest = ramp(0.75, 0.89, y)
  const spine = ramp(0.62, 0.74, y)
  give('chest', rest * chest)
  give('spine', rest * (1 - chest) * spine)
  return rest * (1 - chest) * (1 - spine)
}
/** Where the leg begins: the fold of the hip runs up and outwards. */
const thighAt = (ax: number, y: number) => ramp(0.625, 0.5, y - 0.12 * (ax - 0.09))
const shinAt = (y: number) => ramp(0.375, 0.275, y)

/**
 * The cloth moves like the legs below it, so that they stay inside. The further it is from them, the more it hangs from the
 * hips: on a seat it lies on the thighs instead of standing out, and falls beside and behind them.
 */
function skirt(give: Give, [x, y, z]: [number, number, number]): void {
  const ax = Math.abs(x)
  const hips = trunkAt(give, 1, y)
  const below = Math.max(0, HIP_M - y)
  const inFront = z > LAP_M ? (LAP_M + below) / (z + below) : 1
  const beside = 1 - 0.25 * ramp(0.15, 0.24, ax)
  const behind = 1 - 0.45 * ramp(0.02, -0.16, z)
  const thigh = thighAt(Math.min(0.16, ax), y) * Math.min(inFront, beside, behind)
  give('hips', hips * (1 - thigh))
  const left = ramp(-0.13, 0.13, x)
  const shin = shinAt(y)
  for (const [name, share] of [
    ['left', left],
    ['right', 1 - left],
  ] as const) {
    give(`${name}UpperLeg`, hips * thigh * share * (1 - shin))
    give(`${name}LowerLeg`, hips * thigh * share * shin)
  }
}
/** Height of the hip joint, and how far over it the cloth lies when seated. */
const HIP_M = 0.57
const LAP_M = 0.1
