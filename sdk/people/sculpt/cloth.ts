// What tops are made of.
import { ELBOW } from '../src/skeleton'
import { arm, hand, neck, onArm, trunk } from './body'
import { project, type Vertex } from './mesh'
import type { Part } from './part'
import { type Ball, ball, both, bump, egg, type Field, grow, join, ramp, swell, tube, within } from './sdf'

export const bareArms: Part = { dye: 'skin', field: join(0.015, arm, hand) }

/** Where every top lies on shoulders and nape: outside of the fillet between neck and trunk, or skin would show through. */
export const yoke = within(
  0.008,
  (_x, y) => Math.abs(y - 0.99) - 0.07,
  (x) => Math.abs(x) - 0.12,
  grow(join(0.07, neck, trunk), 0.012),
)
export const shoulders = (inner: number, outer: number): Field =>
  both(
    tube([
      [0.04, 0.988, -0.012, inner],
      [0.142, 0.972, -0.012, outer],
    ]),
  )
/** A round neckline. */
export const neckline = ball([0, 1.08, 0.012], 0.09)
/** A band beside the neckline: the cloth itself, a little thicker, between two distances. */
export const besideNeck = (cloth: Field, from: number, to: number, out: number): Field =>
  within(
    0.005,
    (x, y, z) => Math.abs(neckline(x, y, z) - (from + to) / 2) - (to - from) / 2,
    (_x, y) => y - 1.06,
    grow(cloth, out),
  )
/** Creases across a sleeve, deepest inside the elbow; the field is in the space of the arm. */
export const creased = (sleeve: Field, deep: number): Field =>
  swell(
    sleeve,
    (t, u, f) =>
      deep * bump(t, ELBOW, 0.07) * Math.sin((t + u * 0.35 - f * 0.3) * 175) * ramp(-0.05, 0.03, f),
  )

// ---------------------------------------------------------------- for several tops

/** The cloth, a little thicker, inside regions: hems, stripes, collars, plackets. */
export const panel = (cloth: Field, out: number, first: Field, ...regions: Field[]): Field =>
  within(0.004, first, ...regions, grow(cloth, out))

/** Negative inside a V in front that ends at `low`. */
export const vee =
  (low: number, slope: number): Field =>
  (x, y, z) =>
    z < 0 ? 1 : (Math.abs(x) - (y - low) * slope) / Math.hypot(1, slope)
/** Negative in front. */
export const inFront: Field = (_x, _y, z) => 0.02 - z
/** Negative between two heights. */
export const between =
  (low: number, high: number): Field =>
  (_x, y) =>
    Math.max(low - y, y - high)
/** Negative on the trunk, without the arms. */
export const onTrunk: Field = (x, y) => Math.abs(x) - 0.15 - Math.max(0, 0.95 - y) * 0.3
/** The opening of a sleeveless top. */
export const armHole = both(egg([0.182, 0.945, 0], [0.078, 0.125, 0.3]))

/** A sleeve to the wrist in the space of the arm: radii at the shoulder, at the elbow and at the wrist. */
export const longSleeve = (shoulder: number, elbow: number, wrist: number, fold: number): Field =>
  creased(
    tube([
      [-0.04, 0, 0, shoulder + 0.002],
      [0.06, 0, 0, shoulder],
      [0.18, -0.002, 0, elbow],
      [0.28, -0.003, 0, elbow - 0.002],
      [0.335, -0.003, 0, wrist],
    ]),
    0.006 * fold,
  )
/** A band around the wrist. */
export const cuff = (radius: number, from = 0.308): Field =>
  onArm(
    within(
      0.007,
      tube([
        [0.29, -0.001, 0, radius + 0.002],
        [0.36, 0, 0.001, radius],
      ]),
      (t) => Math.max(from - t, t - 0.362),
    ),
  )
/** A collar that stands around the neck, lower in front. */
export const standingCollar = (radius: number, high: number, thick: number): Field => {
  const ring = Array.from({ length: 17 }, (_, i): Ball => {
    const a = (i / 16) * Math.PI * 2
    return [Math.sin(a) * radius, high - Math.cos(a) * 0.02, -0.008 + Math.cos(a) * radius * 1.14, thick]
  })
  return tube(ring)
}
/** A row of buttons on the cloth. */
export const buttons = (cloth: Field, x: number, heights: readonly number[], r = 0.0115): Field =>
  join(
    0,
    ...heights.map((y) => {
      const at = { x, y, z: 0.14 }
      project(cloth, at, 0.05, 8)
      return egg([at.x, at.y, at.z], [r, r, 0.009])
    }),
  )
/** More triangles where buttons are. */
export const nearFront = ({ x, z }: Vertex): number => (z > 0.06 && Math.abs(x) < 0.022 ? 6 : 1)
