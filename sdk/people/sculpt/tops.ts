// The list of tops, each with its arms and hands, and the first four. `fold` is how much of the creases a level can hold: 1, less, or none.
import type { TopStyle } from '../src/styles'
import { arm, onArm } from './body'
import { bareArms, besideNeck, creased, neckline, shoulders, yoke } from './cloth'
import { project } from './mesh'
import type { Top } from './part'
import {
  type Ball,
  ball,
  both,
  carve,
  clamp,
  curve,
  egg,
  type Field,
  grow,
  join,
  loft,
  ramp,
  swell,
  tube,
  turned,
  within,
} from './sdf'
import { cardigan, jacket, puffer, vest } from './tops-layered'
import { knit, longSleeveTop, sailor, shirt, tank, turtleneck } from './tops-plain'

function tee(fold: number): Top {
  const body = loft(
    [
      [0.535, 0.182, 0.148, -0.008],
      [0.58, 0.182, 0.148, -0.007],
      [0.64, 0.172, 0.139, -0.003],
      [0.7, 0.158, 0.126, 0.002],
      [0.78, 0.151, 0.119, 0.003],
      [0.88, 0.155, 0.121, -0.004],
      [0.95, 0.146, 0.108, -0.012],
      [1.0, 0.1, 0.084, -0.014],
      [1.045, 0.066, 0.064, -0.014],
    ],
    0.012,
  )
  const drape = swell(body, (x, y, z) => {
    const hang = 0.004 * ramp(0.82, 0.58, y) * (1 + Math.sin(Math.atan2(x, z) * 5 + y * 14))
    const armpit =
      0.004 * ramp(0.95, 0.8, y) * Math.sin(y * 46 + Math.abs(x) * 60) * ramp(0.06, 0.14, Math.abs(x))
    return fold * (hang + armpit)
  })
  const tubes = tube([
    [-0.04, 0, 0, 0.066],
    [0.06, -0.002, 0, 0.067],
    [0.16, -0.006, 0, 0.073],
  ])
  const sleeve = onArm(within(0.008, tubes, (t, u) => t - 0.128 - u * 0.12))
  const whole = join(0.03, yoke, join(0.045, drape, join(0.04, sleeve, shoulders(0.056, 0.06))))
  const sleeveHem = within(
    0.006,
    grow(sleeve, 0.0035),
    onArm((t, u) => 0.108 + u * 0.12 - t),
  )
  const hem = within(0.006, grow(drape, 0.003), (_x, y) => y - 0.562)
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, neckline) },
      { dye: 'trim', upTo: 1, field: besideNeck(whole, -0.004, 0.013, 0.0045) },
      { dye: 'top', tone: 0.92, field: join(0, sleeveHem, hem) },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body,
  }
}

function hoodie(fold: number): Top {
  const body = loft(
    [
      [0.565, 0.17, 0.137, -0.01],
      [0.6, 0.187, 0.153, -0.007],
      [0.66, 0.185, 0.152, 0],
      [0.76, 0.17, 0.138, 0.004],
      [0.88, 0.17, 0.132, -0.002],
      [0.95, 0.158, 0.118, -0.012],
      [1.0, 0.112, 0.092, -0.014],
      [1.045, 0.076, 0.072, -0.014],
    ],
    0.014,
  )
  // The folds fade before the band, or its border would run in zigzags.
  const soft = swell(
    body,
    (x, y, z) =>
      fold *
      0.006 *
      ramp(0.76, 0.68, y) *
      ramp(0.585, 0.65, y) *
      Math.sin(Math.atan2(x, z) * 7 + Math.sin(x * 20) + y * 9),
  )
  const tubes = tube([
    [-0.04, 0, 0, 0.075],
    [0.06, 0, 0, 0.073],
    [0.18, -0.002, 0, 0.068],
    [0.29, -0.004, 0, 0.067],
    [0.335, -0.004, 0, 0.056],
  ])
  const sleeve = onArm(creased(tubes, 0.007 * fold))
  const cuff = onArm(
    within(
      0.008,
      tube([
        [0.3, 0, 0, 0.047],
        [0.36, 0, 0.001, 0.0445],
      ]),
      (t) => t - 0.366,
    ),
  )
  const band = loft(
    [
      [0.525, 0.177, 0.146, -0.012],
      [0.56, 0.178, 0.147, -0.011],
      [0.6, 0.176, 0.144, -0.008],
    ],
    0.01,
  )
  const pocket = within(
    0.008,
    grow(soft, 0.009),
    (_x, _y, z) => 0.06 - z,
    (x, y) => Math.abs(x) - 0.098 + Math.max(0, y - 0.635) * 0.55,
    (_x, y) => Math.max(0.618 - y, y - 0.735),
  )
  const throat = within(
    0.01,
    (_x, _y, z) => 0.03 - z,
    (x, y) => Math.abs(x) * 0.9 - (y - 0.972) * 0.5,
  )
  const open = join(0.012, neckline, throat)
  const strings = both(
    tube([
      [0.034, 0.985, 0.098, 0.0065],
      [0.036, 0.94, 0.122, 0.0065],
      [0.035, 0.885, 0.132, 0.0065],
    ]),
  )
  const tips = both(
    tube([
      [0.035, 0.885, 0.133, 0.009],
      [0.0348, 0.866, 0.134, 0.009],
    ]),
  )
  return {
    parts: [
      { dye: 'top', field: carve(0.01, join(0.04, yoke, soft, sleeve, shoulders(0.06, 0.066)), open) },
      { dye: 'top', tone: 0.93, field: carve(0.012, hood, open) },
      { dye: 'top', tone: 0.9, upTo: 1, field: pocket },
      { dye: 'top', tone: 0.82, field: join(0, band, cuff) },
      { dye: 'trim', upTo: 0, field: strings },
      { dye: 'accent', upTo: 0, field: tips },
      bareArms,
    ],
    sleeve: grow(arm, 0.03),
    body,
  }
}
/** Lies behind the neck and rolls around it to the front. */
const hood = (() => {
  const half: Ball[] = [
    [0.03, 0.995, 0.082, 0.022],
    [0.078, 1.022, 0.045, 0.03],
    [0.1, 1.045, -0.03, 0.036],
    [0.066, 1.055, -0.095, 0.044],
  ]
  const other = half.map(([x, y, z, r]): Ball => [-x, y, z, r]).reverse()
  const roll: Ball[] = [...half, [0, 1.05, -0.118, 0.048], ...other]
  const pouch = turned(egg([0, 0.97, -0.135], [0.105, 0.085, 0.042]), [0, 0.97, -0.135], [-0.2, 0, 0])
  return join(0.03, tube(curve(roll, 4)), pouch)
})()

function hanbok(): Top {
  const body = loft(
    [
      [0.675, 0.186, 0.15, -0.006],
      [0.72, 0.174, 0.139, -0.002],
      [0.78, 0.162, 0.128, 0.002],
      [0.88, 0.16, 0.124, -0.004],
      [0.95, 0.148, 0.11, -0.012],
      [1.0, 0.104, 0.087, -0.014],
      [1.045, 0.074, 0.07, -0.014],
    ],
    0.012,
  )
  // Straight above, round below like the belly of a boat: the line of a jeogori sleeve.
  const belly: Field = (t, u, f) => {
    const q = clamp((t + 0.02) / 0.36)
    const deep = 0.07 + 0.07 * Math.sin(Math.min(1, q * 1.2) * Math.PI * 0.6) - 0.05 * ramp(0.75, 1, q)
    const wide = 0.066 - 0.01 * q
    return (Math.hypot((u - 0.058 + deep) / deep, f / wide) - 1) * wide
  }
  const sleeve = onArm(within(0.012, belly, (t) => Math.max(-0.06 - t, t - 0.345)))
  const hollow = onArm(
    (t, u, f) => Math.max(Math.hypot((u + 0.022) / 0.058, f / 0.042) - 1, (0.318 - t) * 14) * 0.04,
  )
  const open = carve(0.008, sleeve, hollow)
  const notch = within(
    0.004,
    (_x, _y, z) => -z,
    (x, y) => (Math.abs(x) * 1.42 - (y - 0.928)) * 0.57,
  )
  const throat = join(0.012, (x, _y, z) => Math.hypot(x, z + 0.004) - 0.066, notch)
  const coat = join(0.03, yoke, join(0.04, body, join(0.05, sleeve, shoulders(0.058, 0.062))))
  const band = (path: Ball[], out: number) => within(0.004, tube(laidOnto(coat, path)), grow(coat, out))
  // The person's left lies over the right.
  const collar = (s: number, r: number, low: Ball[]): Ball[] => [
    [0, 1.04, -0.075, r],
    [s * 0.05, 1.035, -0.055, r],
    [s * 0.078, 1.02, 0, r],
    [s * 0.058, 0.99, 0.06, r],
    [s * 0.018, 0.93, 0.11, r],
    ...low,
  ]
  const lining = (s: number, r: number): Ball[] => [
    [0, 1.05, -0.065, r],
    [s * 0.045, 1.045, -0.045, r],
    [s * 0.066, 1.03, 0, r],
    [s * 0.044, 1.0, 0.055, r],
    [s * 0.003, 0.936, 0.11, r * 0.9],
  ]
  const left = collar(1, 0.024, [
    [-0.03, 0.872, 0.12, 0.022],
    [-0.055, 0.838, 0.12, 0.022],
  ])
  return {
    parts: [
      { dye: 'top', field: carve(0.006, coat, hollow, throat) },
      { dye: 'top', tone: 0.86, field: carve(0.004, band(collar(-1, 0.022, []), 0.004), throat) },
      { dye: 'top', tone: 0.86, field: carve(0.004, band(left, 0.008), throat) },
      {
        dye: 'white',
        upTo: 1,
        field: join(0, band(lining(-1, 0.0125), 0.008), band(lining(1, 0.0125), 0.013)),
      },
      { dye: 'accent', upTo: 1, field: goreum(coat) },
      {
        dye: 'accent',
        tone: 0.94,
        upTo: 2,
        field: within(
          0.004,
          grow(open, 0.004),
          onArm((t) => 0.312 - t),
        ),
      },
      bareArms,
    ],
    sleeve,
    body,
  }
}
/** A path along the surface of a cloth. */
const laidOnto = (cloth: Field, points: Ball[]): Ball[] =>
  curve(points, 5).map(([x, y, z, r]) => {
    const p = { x, y, z }
    project(cloth, p, 0.05, 6)
    return [p.x, p.y, p.z, r]
  })
/** The ribbon that ties a jeogori: half a bow and two ends. */
function goreum(coat: Field): Field {
  const at = { x: -0.062, y: 0.822, z: 0.13 }
  project(coat, at, 0.05, 6)
  const from = (points: Ball[]) => points.map(([x, y, z, r]): Ball => [at.x + x, at.y + y, at.z + z, r])
  const bow = tube(
    curve(
      from([
        [0, 0, 0.008, 0.009],
        [-0.045, 0.018, 0.012, 0.017],
        [-0.075, 0.006, 0.004, 0.019],
        [-0.05, -0.008, 0.01, 0.013],
        [0, -0.002, 0.01, 0.009],
      ]),
      3,
    ),
    { flat: 1.7, thin: [0.3, 0, 0.95] },
  )
  const end = (x: number, long: number, z: number) => {
    const points = from([
      [0, 0, z, 0.012],
      [x, -0.08, z + 0.002, 0.019],
      [x * 1.2, -0.16, z + 0.01, 0.022],
      [x, -long, z + 0.018, 0.022],
    ])
    return tube(curve(points, 4), { flat: 3, thin: [0, 0, 1] })
  }
  const knot = egg([at.x, at.y, at.z + 0.008], [0.02, 0.015, 0.013])
  return join(0.006, knot, bow, end(0.014, 0.25, 0.011), end(-0.018, 0.2, 0.006))
}

function dress(fold: number): Top {
  const bodice = loft(
    [
      [0.66, 0.15, 0.119, 0],
      [0.72, 0.14, 0.112, 0.003],
      [0.78, 0.138, 0.11, 0.004],
      [0.88, 0.15, 0.116, -0.002],
      [0.95, 0.142, 0.104, -0.012],
      [1.0, 0.1, 0.084, -0.014],
      [1.035, 0.072, 0.068, -0.014],
    ],
    0.012,
  )
  const flare = loft(
    [
      [0.355, 0.268, 0.235, -0.008],
      [0.4, 0.256, 0.224, -0.008],
      [0.5, 0.226, 0.194, -0.006],
      [0.6, 0.188, 0.155, -0.004],
      [0.68, 0.152, 0.122, 0],
      [0.72, 0.141, 0.113, 0.003],
    ],
    0.012,
  )
  const folds = swell(flare, (x, y, z) => {
    const a = Math.atan2(x, z)
    return fold * 0.016 * ramp(0.7, 0.36, y) * (Math.cos(a * 9) + 0.35 * Math.sin(a * 4 + 1))
  })
  // Hollow for a hand's breadth only: a camera that looks down never sees more.
  const under = within(0.012, grow(flare, -0.042), (_x, y) => y - 0.39)
  const puff = onArm(within(0.01, egg([0.035, 0.004, 0], [0.092, 0.079, 0.078]), (t) => t - 0.098))
  const puffBand = onArm(
    within(
      0.006,
      tube([
        [0.05, 0, 0, 0.057],
        [0.112, 0, 0, 0.056],
      ]),
      (t) => Math.abs(t - 0.104) - 0.0125,
    ),
  )
  const sash = loft(
    [
      [0.69, 0.148, 0.119, 0.003],
      [0.715, 0.149, 0.12, 0.003],
      [0.75, 0.148, 0.119, 0.004],
    ],
    0.012,
  )
  const ends = tube(
    [
      [0.015, 0.72, -0.13, 0.012],
      [0.04, 0.64, -0.17, 0.018],
      [0.05, 0.56, -0.212, 0.02],
    ],
    { flat: 1.8, thin: [0, 0.4, 1] },
  )
  const bow = join(
    0.006,
    both(join(0.01, egg([0.05, 0.735, -0.135], [0.05, 0.032, 0.022]), ends)),
    ball([0, 0.725, -0.132], 0.022),
  )
  const upper = join(0.03, yoke, bodice, join(0.03, shoulders(0.056, 0.055), puff))
  // A round collar, open at the throat.
  const gap: Field = (x, y, z) => (z > 0 ? 0.006 + Math.max(0, 1.02 - y) * 0.5 - Math.abs(x) : -1)
  return {
    parts: [
      { dye: 'top', field: carve(0.008, upper, neckline) },
      { dye: 'top', tone: 0.97, kind: 'skirt', field: fold === 1 ? carve(0.01, folds, under) : folds },
      { dye: 'accent', upTo: 2, field: sash },
      { dye: 'accent', upTo: 1, kind: 'skirt', field: bow },
      { dye: 'white', upTo: 1, field: within(0.005, besideNeck(upper, -0.004, 0.042, 0.008), gap) },
      { dye: 'white', upTo: 1, field: puffBand },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body: bodice,
    near: ({ y }) => (y > 0.66 ? 3 : 1),
  }
}

export const TOP_FORMS: Record<TopStyle, (fold: number) => Top> = {
  tee,
  hoodie,
  hanbok,
  dress,
  'long-sleeve': longSleeveTop,
  shirt,
  knit,
  cardigan,
  jacket,
  tank,
  sailor,
  puffer,
  vest,
  turtleneck,
}
