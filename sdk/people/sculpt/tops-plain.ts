// Tops of one layer: long-sleeve, shirt, knit, turtleneck, tank, sailor.
import { arm, hand, onArm, trunk } from './body'
import {
  armHole,
  bareArms,
  besideNeck,
  between,
  buttons,
  cuff,
  inFront,
  longSleeve,
  nearFront,
  neckline,
  onTrunk,
  panel,
  shoulders,
  standingCollar,
  vee,
  yoke,
} from './cloth'
import type { Part, Top } from './part'
import {
  type Ball,
  ball,
  bump,
  carve,
  clamp,
  egg,
  type Field,
  grow,
  join,
  loft,
  ramp,
  type Station,
  swell,
  tube,
  within,
} from './sdf'

/** A straight body that ends at 0.55 m. */
export const STRAIGHT: Station[] = [
  [0.545, 0.178, 0.145, -0.008],
  [0.6, 0.177, 0.144, -0.006],
  [0.68, 0.165, 0.132, 0],
  [0.78, 0.155, 0.123, 0.003],
  [0.88, 0.157, 0.123, -0.004],
  [0.95, 0.148, 0.11, -0.012],
  [1.0, 0.102, 0.086, -0.014],
  [1.045, 0.068, 0.066, -0.014],
]
/** Wide, held by a band below. */
export const LOOSE: Station[] = [
  [0.56, 0.168, 0.138, -0.01],
  [0.6, 0.186, 0.153, -0.007],
  [0.67, 0.184, 0.151, 0],
  [0.77, 0.172, 0.139, 0.004],
  [0.88, 0.17, 0.133, -0.002],
  [0.95, 0.157, 0.118, -0.012],
  [1.0, 0.11, 0.091, -0.014],
  [1.045, 0.074, 0.071, -0.014],
]
export const BAND: Station[] = [
  [0.525, 0.176, 0.145, -0.012],
  [0.56, 0.177, 0.146, -0.011],
  [0.595, 0.175, 0.143, -0.008],
]

/** A few soft folds at the waist that fade before the hem. */
export const draped = (body: Field, fold: number, deep = 0.005): Field =>
  swell(body, (x, y, z) => {
    const hang =
      deep * ramp(0.82, 0.66, y) * ramp(0.555, 0.62, y) * (0.8 + Math.sin(Math.atan2(x, z) * 5 + y * 12))
    const armpit =
      0.004 * ramp(0.95, 0.8, y) * Math.sin(y * 46 + Math.abs(x) * 60) * ramp(0.06, 0.14, Math.abs(x))
    return fold * (hang + armpit * ramp(0.56, 0.66, y))
  })

export function longSleeveTop(fold: number): Top {
  const body = loft(STRAIGHT, 0.012)
  const drape = draped(body, fold)
  const sleeve = onArm(longSleeve(0.062, 0.056, 0.05, fold))
  const whole = join(0.03, yoke, join(0.045, drape, sleeve, shoulders(0.054, 0.058)))
  const stripe = (y: number) => panel(whole, 0.0028, between(y - 0.014, y + 0.014), onTrunk)
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, neckline) },
      { dye: 'trim', upTo: 2, field: join(0, stripe(0.835), stripe(0.775)) },
      { dye: 'trim', upTo: 1, field: besideNeck(whole, -0.004, 0.014, 0.0045) },
      { dye: 'trim', upTo: 1, field: cuff(0.044) },
      { dye: 'top', tone: 0.92, field: panel(drape, 0.003, between(0.5, 0.572)) },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body,
  }
}

/** A pointed collar that lies on the cloth, open at the throat. */
export const pointedCollar = (cloth: Field, out = 0.008): Field => {
  const gap: Field = (x, y, z) => (z > 0 ? 0.005 + Math.max(0, 1.03 - y) * 0.42 - Math.abs(x) : -1)
  const lobe: Field = (x, y, z) =>
    neckline(x, y, z) - 0.028 - (z > 0 ? 0.03 * bump(Math.abs(x), 0.05, 0.028) : 0)
  return within(
    0.005,
    between(0.85, 1.06),
    lobe,
    gap,
    (x, y, z) => -0.006 - neckline(x, y, z),
    grow(cloth, out),
  )
}

export function shirt(fold: number): Top {
  const body = loft(STRAIGHT, 0.012)
  const drape = draped(body, fold)
  const sleeve = onArm(longSleeve(0.064, 0.058, 0.053, fold))
  const whole = join(0.03, yoke, join(0.045, drape, sleeve, shoulders(0.055, 0.06)))
  const placket = panel(whole, 0.0035, (x) => Math.abs(x) - 0.015, inFront, between(0.52, 1.0))
  const pocket = panel(whole, 0.0065, inFront, between(0.8, 0.868), (x) => Math.abs(x - 0.072) - 0.032)
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, neckline) },
      { dye: 'top', tone: 0.93, upTo: 1, field: placket },
      { dye: 'top', tone: 0.93, upTo: 0, field: pocket },
      { dye: 'trim', upTo: 1, field: pointedCollar(whole) },
      { dye: 'trim', upTo: 1, field: cuff(0.047, 0.3) },
      { dye: 'white', upTo: 0, field: buttons(grow(whole, 0.0035), 0, [0.925, 0.845, 0.765, 0.685]) },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body,
    near: nearFront,
  }
}

export function knit(fold: number): Top {
  const body = loft(LOOSE, 0.014)
  // Three cables run down the front.
  const cables = swell(body, (x, y, z) => {
    const across = Math.cos(clamp(x / 0.062, -1.5, 1.5) * Math.PI * 2)
    const cable = ramp(0.1, 0.9, across) * ramp(0, 0.05, z) * ramp(0.6, 0.64, y) * ramp(0.97, 0.92, y)
    const twist = 0.45 + 0.55 * Math.abs(Math.sin(y * 40))
    const waist = ramp(0.76, 0.68, y) * ramp(0.585, 0.65, y) * Math.sin(Math.atan2(x, z) * 6 + y * 8)
    return fold * (0.015 * cable * twist + 0.003 * waist)
  })
  const sleeve = onArm(longSleeve(0.073, 0.069, 0.058, fold * 1.2))
  const whole = join(0.03, yoke, join(0.045, cables, sleeve, shoulders(0.06, 0.066)))
  return {
    parts: [
      { dye: 'top', field: carve(0.008, whole, neckline) },
      {
        dye: 'top',
        tone: 0.86,
        upTo: 2,
        field: within(0.006, besideNeck(whole, -0.008, 0.02, 0.011), between(0.9, 1.07)),
      },
      { dye: 'top', tone: 0.86, field: join(0, loft(BAND, 0.01), cuff(0.047, 0.3)) },
      bareArms,
    ],
    sleeve: grow(arm, 0.03),
    body,
  }
}

export function turtleneck(fold: number): Top {
  const body = loft(
    STRAIGHT.map(([y, rx, rz, cz = 0]): Station => [y, rx - 0.006, rz - 0.005, cz]),
    0.012,
  )
  const drape = draped(body, fold, 0.004)
  const sleeve = onArm(longSleeve(0.059, 0.053, 0.048, fold))
  const whole = join(0.03, yoke, join(0.045, drape, sleeve, shoulders(0.053, 0.056)))
  const roll = join(0.01, standingCollar(0.06, 1.064, 0.024), standingCollar(0.068, 1.034, 0.028))
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, ball([0, 1.09, 0], 0.07)) },
      { dye: 'top', tone: 0.9, field: roll },
      {
        dye: 'top',
        tone: 0.9,
        upTo: 1,
        field: join(0, cuff(0.044), panel(drape, 0.003, between(0.5, 0.585))),
      },
      bareArms,
    ],
    sleeve: grow(arm, 0.018),
    body,
  }
}

/** Shoulders and arms of skin, for tops without sleeves. */
const bareShoulders: Part = {
  dye: 'skin',
  field: join(
    0.02,
    join(
      0.04,
      arm,
      within(0.01, trunk, (x, y) => Math.max(0.06 - Math.abs(x), 0.86 - y)),
    ),
    hand,
  ),
}

export function tank(fold: number): Top {
  const body = loft(
    STRAIGHT.map(([y, rx, rz, cz = 0]): Station => [y, rx - 0.002, rz - 0.002, cz]),
    0.012,
  )
  const drape = draped(body, fold)
  const cloth = join(0.03, yoke, drape, join(0.02, grow(trunk, 0.012), shoulders(0.058, 0.058)))
  // Straps stay between neck and arm holes.
  const low = ball([0, 1.07, 0.02], 0.115)
  const cut = carve(0.006, cloth, armHole, low)
  const edge = join(0, panel(cut, 0.004, grow(armHole, 0.012)), panel(cut, 0.004, grow(low, 0.013)))
  return {
    parts: [
      { dye: 'top', field: cut },
      { dye: 'trim', upTo: 1, field: edge },
      { dye: 'top', tone: 0.92, upTo: 1, field: panel(drape, 0.003, between(0.5, 0.572)) },
      bareShoulders,
    ],
    sleeve: grow(arm, 0.01),
    body,
  }
}

export function sailor(fold: number): Top {
  const body = loft(STRAIGHT, 0.012)
  const drape = draped(body, fold)
  const tubes = tube([
    [-0.04, 0, 0, 0.066],
    [0.06, -0.002, 0, 0.07],
    [0.16, -0.006, 0, 0.074],
  ])
  const sleeve = onArm(within(0.008, tubes, (t, u) => t - 0.13 - u * 0.12))
  const whole = join(0.03, yoke, join(0.045, drape, join(0.04, sleeve, shoulders(0.056, 0.06))))
  const open = join(
    0.01,
    neckline,
    within(0.004, vee(0.89, 0.5), inFront, (_x, _y, z) => 0.05 - z),
  )
  // In front a wide V of two lapels, behind a square flap.
  const lapels: Field = (x, y, z) => {
    const outer = (Math.abs(x) - (y - 0.83) * 0.78) * 0.79
    return z > 0 ? Math.max(outer, Math.abs(x) - 0.125, 0.83 - y) : Math.max(Math.abs(x) - 0.125, 0.845 - y)
  }
  const collar = carve(0.004, panel(whole, 0.009, lapels, between(0.8, 1.07), onTrunk), open)
  const line: Field = (x, y, z) => Math.abs(lapels(x, y, z) + 0.016) - 0.0055
  const knot = { x: 0, y: 0.845, z: 0.128 }
  const end = (s: number): Ball[] => [
    [knot.x, knot.y, knot.z + 0.008, 0.014],
    [s * 0.03, 0.79, knot.z + 0.012, 0.02],
    [s * 0.045, 0.735, knot.z + 0.01, 0.016],
  ]
  const thin = { flat: 2, thin: [0, 0, 1] as [number, number, number] }
  const scarf = join(
    0.006,
    egg([knot.x, knot.y + 0.004, knot.z + 0.008], [0.024, 0.021, 0.018]),
    tube(end(1), thin),
    tube(end(-1), thin),
  )
  const sleeveHem = within(
    0.006,
    grow(sleeve, 0.004),
    onArm((t, u) => 0.104 + u * 0.12 - t),
  )
  const inner: Field = panel(whole, -0.008, vee(0.86, 0.8), inFront, between(0.86, 0.985))
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, open) },
      { dye: 'white', upTo: 1, field: inner },
      { dye: 'trim', upTo: 2, field: collar },
      {
        dye: 'white',
        upTo: 0,
        field: carve(0.003, panel(whole, 0.0105, line, between(0.8, 1.02), onTrunk), open),
      },
      { dye: 'accent', upTo: 2, field: scarf },
      { dye: 'trim', upTo: 1, field: sleeveHem },
      { dye: 'top', tone: 0.92, upTo: 1, field: panel(drape, 0.003, between(0.5, 0.572)) },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body,
  }
}
