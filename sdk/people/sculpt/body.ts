// The bare body that everything is sculpted around. Its proportions are those of `src/skeleton.ts`.
import { ARMS_DOWN, ELBOW, SHOULDER, WRIST } from '../src/skeleton'
import {
  type Ball,
  ball,
  both,
  carve,
  curve,
  egg,
  type Field,
  grow,
  join,
  loft,
  tube,
  turned,
  within,
} from './sdf'

const [KA, SA] = [Math.cos(ARMS_DOWN), Math.sin(ARMS_DOWN)]

/** Sculpts in the space of the arm (mirrored): t along it from the shoulder, u up across it, f forward. */
export const onArm =
  (field: Field): Field =>
  (x, y, z) => {
    const dx = Math.abs(x) - SHOULDER[0]
    const dy = y - SHOULDER[1]
    return field(dx * KA - dy * SA, dx * SA + dy * KA, z - SHOULDER[2])
  }
/** How far along the arm a point is. */
export const alongArm = (x: number, y: number): number =>
  (Math.abs(x) - SHOULDER[0]) * KA - (y - SHOULDER[1]) * SA

export const trunk = join(
  0.05,
  loft(
    [
      [0.5, 0.105, 0.085, -0.006],
      [0.56, 0.146, 0.112, -0.008],
      [0.62, 0.148, 0.113, -0.004],
      [0.7, 0.13, 0.101, 0.004],
      [0.78, 0.125, 0.099, 0.004],
      [0.88, 0.14, 0.104, -0.004],
      [0.95, 0.132, 0.092, -0.012],
      [1.0, 0.09, 0.07, -0.013],
      [1.03, 0.06, 0.058, -0.013],
    ],
    0.03,
  ),
  both(
    tube([
      [0.03, 0.985, -0.012, 0.05],
      [0.142, 0.966, -0.012, 0.05],
    ]),
  ),
)
export const arm = onArm(
  tube([
    [0, 0, 0, 0.049],
    [0.1, 0, 0, 0.045],
    [ELBOW, -0.001, -0.001, 0.041],
    [0.3, 0, 0.001, 0.039],
    [WRIST, 0, 0.002, 0.031],
  ]),
)

/** A finger at `f` beside the middle of the hand. */
const finger = (f: number, long: number, droop: number): Field => {
  const knuckles: Ball[] = [
    [0.03, 0.002, f * 0.74, 0.016],
    [0.07, 0.004, f * 0.98, 0.0155],
    [0.1 + long, -0.005 - droop, f * 1.12, 0.0148],
    [0.124 + long, -0.019 - droop, f * 1.12, 0.0128],
  ]
  return tube(curve(knuckles, 3))
}
/** A soft hand: palm, four fingers that part at their tips, thumb. Palm down in T. */
const palm = join(
  0.014,
  egg([0.044, 0.002, 0], [0.046, 0.0225, 0.043]),
  tube([
    [-0.03, 0, 0.002, 0.03],
    [0.015, 0, 0.001, 0.026],
  ]),
  join(
    0.004,
    finger(0.0345, -0.004, 0),
    finger(0.0118, 0.006, 0),
    finger(-0.0112, 0.003, 0.001),
    finger(-0.033, -0.013, 0.003),
  ),
  tube([
    [0.01, -0.004, 0.026, 0.02],
    [0.038, -0.01, 0.056, 0.0175],
    [0.068, -0.014, 0.074, 0.0135],
  ]),
)
export const hand = onArm((t, u, f) => palm(t - WRIST, u, f))

export const leg = both(
  tube([
    [0.086, 0.56, -0.004, 0.084],
    [0.09, 0.45, 0.002, 0.071],
    [0.092, 0.335, 0.006, 0.056],
    [0.093, 0.23, -0.006, 0.055],
    [0.094, 0.1, -0.012, 0.041],
  ]),
)
export const neck = tube([
  [0, 0.97, -0.016, 0.062],
  [0, 1.04, -0.014, 0.053],
  [0, 1.14, -0.006, 0.053],
])

/** Face and cranium. `src/face-cells.ts` says how the portrait's box lies on it. */
export const skull = join(
  0.09,
  egg([0, 1.365, -0.014], [0.217, 0.195, 0.205]),
  egg([0, 1.255, 0.018], [0.181, 0.165, 0.175]),
)
export const cheeks = join(
  0.07,
  skull,
  both(ball([0.098, 1.222, 0.084], 0.084)),
  ball([0, 1.139, 0.107], 0.048),
)

const nose = join(
  0.02,
  egg([0, 1.236, 0.203], [0.019, 0.0155, 0.02]),
  egg([0, 1.262, 0.194], [0.011, 0.03, 0.012]),
)
const lobe = turned(
  egg([0.222, 1.287, -0.012], [0.021, 0.047, 0.034]),
  [0.222, 1.287, -0.012],
  [0.1, -0.35, 0.1],
)
const ear = both(carve(0.016, lobe, egg([0.25, 1.288, 0.004], [0.02, 0.028, 0.018])))
const sockets = both(egg([0.093, 1.302, 0.28], [0.075, 0.06, 0.07]))
const muzzle = egg([0, 1.17, 0.165], [0.05, 0.03, 0.03])
export const face = join(0.016, join(0.02, join(0.022, carve(0.07, cheeks, sockets), nose), muzzle), ear)

/** Neck and collarbones; `by` moves the trunk's surface. */
export const bust = (by: number): Field =>
  within(
    0.012,
    join(0.07, neck, grow(trunk, by)),
    (_x, y) => 0.9 - y,
    (x) => Math.abs(x) - 0.1,
  )

/** Everything that throws soft shade on the parts, whatever is worn. */
export const figure = join(0.02, trunk, arm, leg, neck, cheeks)
