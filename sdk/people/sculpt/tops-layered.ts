// Tops that open over another layer, or are padded: cardigan, jacket, vest, puffer.
import { arm, onArm } from './body'
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
import type { Top } from './part'
import {
  type Ball,
  carve,
  curve,
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
import { BAND, draped, LOOSE, pointedCollar, STRAIGHT } from './tops-plain'

/** Beside the edge of a V, and down the middle below it. */
const alongOpening =
  (low: number, slope: number, wide: number): Field =>
  (x, y, z) => {
    if (z < 0) return 1
    const edge = vee(low, slope)(x, y, z)
    return y > low ? Math.abs(edge) - wide : Math.abs(x) - wide
  }

export function cardigan(fold: number): Top {
  const body = loft(LOOSE, 0.014)
  const drape = draped(body, fold, 0.006)
  const sleeve = onArm(longSleeve(0.07, 0.065, 0.056, fold * 1.2))
  const whole = join(0.03, yoke, join(0.045, drape, sleeve, shoulders(0.059, 0.065)))
  const [low, slope] = [0.77, 0.36]
  const open = join(0.008, neckline, within(0.004, vee(low, slope), inFront))
  const inner = carve(
    0.006,
    panel(whole, -0.011, grow(vee(low, slope), 0.02), inFront, between(0.74, 1.06)),
    neckline,
  )
  const edge = carve(
    0.004,
    panel(whole, 0.006, alongOpening(low, slope, 0.017), inFront, between(0.52, 1.07)),
    neckline,
  )
  const nape = within(0.005, besideNeck(whole, -0.004, 0.02, 0.006), (_x, _y, z) => z - 0.05)
  const pockets = panel(
    whole,
    0.006,
    inFront,
    between(0.625, 0.69),
    (x) => Math.abs(Math.abs(x) - 0.095) - 0.04,
  )
  return {
    parts: [
      { dye: 'top', field: carve(0.006, whole, open) },
      { dye: 'white', upTo: 2, field: inner },
      { dye: 'trim', upTo: 2, field: join(0.004, edge, nape) },
      { dye: 'top', tone: 0.88, upTo: 0, field: pockets },
      { dye: 'top', tone: 0.86, field: join(0, loft(BAND, 0.01), cuff(0.047, 0.3)) },
      { dye: 'accent', upTo: 0, field: buttons(grow(whole, 0.006), 0, [0.74, 0.675, 0.61], 0.0125) },
      bareArms,
    ],
    sleeve: grow(arm, 0.028),
    body,
    near: nearFront,
  }
}

/** A varsity jacket: sleeves of another colour, ribbed bands, snaps. */
export function jacket(fold: number): Top {
  const body = loft(LOOSE, 0.014)
  const drape = draped(body, fold, 0.006)
  const sleeve = onArm(longSleeve(0.075, 0.071, 0.06, fold * 1.3))
  const trunkCloth = join(0.03, yoke, join(0.04, drape, shoulders(0.06, 0.068)))
  const notch = within(0.004, vee(0.93, 0.45), inFront)
  const open = join(0.01, neckline, notch)
  const inner = carve(0.006, panel(trunkCloth, -0.01, vee(0.9, 0.6), inFront, between(0.9, 1.06)), neckline)
  const band = carve(0.006, standingCollar(0.074, 1.036, 0.023), notch)
  const middle = panel(trunkCloth, 0.004, (x) => Math.abs(x) - 0.012, inFront, between(0.53, 0.935))
  return {
    parts: [
      { dye: 'top', field: carve(0.008, trunkCloth, open) },
      {
        dye: 'trim',
        field: within(
          0.008,
          join(0.02, sleeve, grow(trunkCloth, -0.004)),
          onArm((t, u) => -0.012 - t - u * 0.2),
        ),
      },
      { dye: 'white', upTo: 1, field: inner },
      { dye: 'accent', upTo: 2, field: join(0, loft(BAND, 0.01), cuff(0.048, 0.3), band) },
      { dye: 'top', tone: 0.85, upTo: 0, field: middle },
      { dye: 'white', upTo: 0, field: buttons(grow(trunkCloth, 0.004), 0, [0.89, 0.8, 0.71, 0.62], 0.013) },
      bareArms,
    ],
    sleeve: grow(arm, 0.03),
    body,
    near: nearFront,
  }
}

/** A knitted vest over a white shirt. */
export function vest(fold: number): Top {
  const body = loft(STRAIGHT, 0.012)
  const drape = draped(body, fold)
  const sleeve = onArm(longSleeve(0.062, 0.057, 0.052, fold))
  const under = join(0.03, yoke, join(0.045, grow(drape, -0.007), sleeve, shoulders(0.053, 0.058)))
  const over = join(
    0.03,
    grow(yoke, 0.006),
    join(0.04, grow(drape, 0.003), grow(shoulders(0.055, 0.058), 0.005)),
  )
  const [low, slope] = [0.84, 0.62]
  const v = within(0.004, vee(low, slope), inFront)
  const cloth = carve(0.006, over, neckline, v, armHole)
  const ribs = join(
    0,
    carve(
      0.004,
      panel(over, 0.005, alongOpening(low, slope, 0.013), inFront, between(low - 0.02, 1.07), onTrunk),
      neckline,
    ),
    panel(cloth, 0.004, grow(armHole, 0.013)),
    panel(over, 0.004, between(0.5, 0.585)),
  )
  return {
    parts: [
      { dye: 'white', field: carve(0.006, under, neckline) },
      { dye: 'top', field: cloth },
      { dye: 'trim', upTo: 1, field: ribs },
      { dye: 'white', tone: 0.96, upTo: 1, field: pointedCollar(grow(over, 0.002)) },
      { dye: 'white', tone: 0.95, upTo: 1, field: cuff(0.046, 0.3) },
      bareArms,
    ],
    sleeve: grow(arm, 0.02),
    body,
  }
}

const PUFFED: Station[] = [
  [0.55, 0.176, 0.146, -0.01],
  [0.6, 0.186, 0.155, -0.007],
  [0.68, 0.182, 0.15, 0],
  [0.78, 0.175, 0.142, 0.004],
  [0.88, 0.172, 0.136, -0.002],
  [0.95, 0.158, 0.12, -0.012],
  [1.0, 0.112, 0.093, -0.014],
  [1.045, 0.078, 0.074, -0.014],
]

export function puffer(fold: number): Top {
  const body = loft(PUFFED, 0.016)
  // Rolls of down between seams.
  const roll = (v: number) => Math.sqrt(Math.abs(Math.sin(v * Math.PI))) - 0.55
  const puffed = swell(body, (_x, y) => fold * 0.017 * roll((y - 0.55) / 0.094) * ramp(1.03, 0.95, y))
  const tubes = tube([
    [-0.04, 0, 0, 0.078],
    [0.06, 0, 0, 0.077],
    [0.18, -0.002, 0, 0.072],
    [0.29, -0.003, 0, 0.068],
    [0.335, -0.003, 0, 0.06],
  ])
  const sleeve = onArm(swell(tubes, (t) => fold * 0.013 * roll((t + 0.035) / 0.095)))
  const whole = join(0.02, yoke, join(0.02, puffed, sleeve, shoulders(0.063, 0.07)))
  const high: Ball[] = [
    [0.012, 1.0, 0.1, 0.024],
    [0.06, 1.02, 0.062, 0.03],
    [0.09, 1.045, -0.012, 0.034],
    [0.062, 1.055, -0.08, 0.036],
    [0, 1.058, -0.1, 0.036],
  ]
  const mirrored = high
    .slice(0, -1)
    .map(([x, y, z, r]): Ball => [-x, y, z, r])
    .reverse()
  const collar = tube(curve([...high, ...mirrored], 4))
  const zip = panel(whole, 0.004, (x) => Math.abs(x) - 0.0085, inFront, between(0.53, 0.99))
  return {
    parts: [
      { dye: 'top', field: carve(0.01, whole, neckline) },
      { dye: 'top', tone: 0.95, field: collar },
      { dye: 'accent', upTo: 1, field: zip },
      { dye: 'trim', upTo: 1, field: join(0, cuff(0.05, 0.325), panel(body, 0.004, between(0.52, 0.566))) },
      bareArms,
    ],
    sleeve: grow(arm, 0.034),
    body,
  }
}
