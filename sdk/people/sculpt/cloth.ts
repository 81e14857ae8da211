// What tops are made of.
import { ELBOW } from '../src/skeleton'
import { arm, hand, neck, trunk } from './body'
import type { Part } from './part'
import { ball, both, bump, type Field, grow, join, ramp, swell, tube, within } from './sdf'

export const bareArms: Part = { dye: 'skin', field: join(0.015, arm, hand) }

/** Where every top lies on shoulders and nape: outside of the fillet between neck and trunk, or skin would show through. */
export const yoke = within(
  0.008,
  grow(join(0.07, neck, trunk), 0.012),
  (_x, y) => Math.abs(y - 0.99) - 0.07,
  (x) => Math.abs(x) - 0.12,
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
    grow(cloth, out),
    (x, y, z) => Math.abs(neckline(x, y, z) - (from + to) / 2) - (to - from) / 2,
    (_x, y) => y - 1.06,
  )
/** Creases across a sleeve, deepest inside the elbow; the field is in the space of the arm. */
export const creased = (sleeve: Field, deep: number): Field =>
  swell(
    sleeve,
    (t, u, f) =>
      deep * bump(t, ELBOW, 0.07) * Math.sin((t + u * 0.35 - f * 0.3) * 175) * ramp(-0.05, 0.03, f),
  )
