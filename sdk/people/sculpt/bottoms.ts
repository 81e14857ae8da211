// The bottoms, each with its legs and shoes. Their hips stay inside of every top: narrow down to the lowest hem (0.535 m).
import type { BottomStyle } from '../src/styles'
import { leg } from './body'
import type { Part } from './part'
import {
  type Ball,
  both,
  bump,
  carve,
  egg,
  type Field,
  grow,
  join,
  loft,
  ramp,
  swell,
  tube,
  within,
} from './sdf'

/** Toes point a little outwards. */
const atFoot = (field: Field): Field => both((x, y, z) => field(x - 0.097 - (z + 0.02) * 0.1, y, z))
const upper = within(
  0.012,
  join(
    0.035,
    egg([0, 0.043, 0.062], [0.056, 0.052, 0.076]),
    egg([0, 0.046, -0.012], [0.05, 0.062, 0.064]),
    tube([
      [0, 0.06, -0.014, 0.05],
      [0, 0.105, -0.016, 0.048],
    ]),
  ),
  (_x, y) => Math.max(0.014 - y, y - 0.122),
)
const sole = within(
  0.008,
  (x, _y, z) => {
    const wide = 0.052 + 0.01 * ramp(-0.06, 0.08, z)
    return ((Math.abs(x / wide) ** 2.5 + Math.abs((z - 0.032) / 0.115) ** 2.5) ** 0.4 - 1) * wide
  },
  (_x, y) => Math.max(-y, y - 0.031),
)
const lace = (y: number, z: number): Field =>
  tube([
    [-0.026, y - 0.007, z - 0.003, 0.0095],
    [0, y, z, 0.01],
    [0.026, y - 0.007, z - 0.003, 0.0095],
  ])
const shoes: Part[] = [
  { dye: 'shoe', field: atFoot(upper) },
  { dye: 'white', field: atFoot(sole) },
  { dye: 'white', tone: 0.97, upTo: 0, field: atFoot(join(0.004, lace(0.107, 0.05), lace(0.096, 0.068))) },
]
const socks: Part = {
  dye: 'white',
  tone: 0.98,
  field: both(
    within(
      0.006,
      tube([
        [0.093, 0.2, -0.007, 0.056],
        [0.094, 0.1, -0.012, 0.045],
      ]),
      (_x, y) => y - 0.178,
    ),
  ),
}
const legs: Part = { dye: 'skin', field: leg }
/** Below skirts: they end where the skirt always covers them, also on a seat. */
const belowSkirt: Part = { dye: 'skin', field: within(0.006, (_x, y) => y - 0.5, leg) }
const ankles: Part = {
  dye: 'skin',
  field: both(
    tube([
      [0.093, 0.2, -0.006, 0.05],
      [0.094, 0.08, -0.012, 0.04],
    ]),
  ),
}
const hips = loft([
  [0.49, 0.13, 0.1, -0.008],
  [0.56, 0.15, 0.116, -0.008],
  [0.62, 0.15, 0.116, -0.004],
  [0.7, 0.134, 0.105, 0.004],
  [0.76, 0.129, 0.101, 0.004],
])

const waist = loft(
  [
    [0.46, 0.36, 0.33, -0.006],
    [0.5, 0.235, 0.205, -0.006],
    [0.535, 0.171, 0.138, -0.006],
    [0.56, 0.157, 0.123, -0.006],
    [0.6, 0.151, 0.117, -0.004],
    [0.7, 0.138, 0.108, 0.003],
    [0.82, 0.135, 0.106, 0.004],
  ],
  0.001,
)
/** Inside of all tops from their lowest hem on; `by` moves the limit. */
export const tucked = (field: Field, by: number): Field =>
  within(0.008, field, (x, y, z) => (y < 0.47 ? -1 : waist(x, y, z) - by))

function trousers(fold: number): Part[] {
  const pants = tube([
    [0.084, 0.56, -0.004, 0.088],
    [0.09, 0.45, 0.001, 0.08],
    [0.094, 0.33, 0.004, 0.07],
    [0.095, 0.22, -0.004, 0.067],
    [0.096, 0.12, -0.009, 0.067],
  ])
  // Creases behind the knee, over the shoe and from the crotch outwards: none of them goes round like a bellows.
  const creases = both(
    swell(pants, (x, y, z) => {
      const out = x - 0.095
      const knee = bump(y, 0.34, 0.045) * Math.sin(y * 120 + out * 40) * ramp(0.03, -0.05, z)
      const ankle = bump(y, 0.185, 0.03) * Math.sin(y * 130 - out * 45) * ramp(-0.03, 0.05, z)
      const lap = bump(y, 0.5, 0.05) * Math.sin((y - out) * 105) * ramp(0, 0.08, z)
      return fold * 0.005 * (knee + ankle + lap)
    }),
  )
  const cuff = both(
    within(
      0.007,
      tube([
        [0.096, 0.17, -0.008, 0.072],
        [0.096, 0.1, -0.009, 0.0735],
      ]),
      (_x, y) => Math.abs(y - 0.131) - 0.021,
    ),
  )
  return [
    { dye: 'bottom', tone: 0.92, field: within(0.008, join(0.025, hips, creases), (_x, y) => 0.118 - y) },
    { dye: 'bottom', field: cuff },
    ...shoes,
    ankles,
  ]
}

function shorts(): Part[] {
  const pants = both(
    tube([
      [0.084, 0.56, -0.004, 0.09],
      [0.092, 0.47, 0.001, 0.088],
      [0.098, 0.36, 0.004, 0.09],
    ]),
  )
  const hem = both(
    within(
      0.006,
      tube([
        [0.096, 0.42, 0.002, 0.0905],
        [0.099, 0.36, 0.004, 0.0925],
      ]),
      (_x, y) => Math.abs(y - 0.4) - 0.013,
    ),
  )
  return [
    { dye: 'bottom', field: within(0.008, join(0.03, hips, pants), (_x, y) => 0.39 - y) },
    { dye: 'bottom', tone: 0.88, field: hem },
    ...shoes,
    socks,
    legs,
  ]
}

function skirt(fold: number): Part[] {
  const flare = loft(
    [
      [0.37, 0.232, 0.203, -0.006],
      [0.46, 0.2, 0.169, -0.006],
      [0.52, 0.17, 0.138, -0.006],
      [0.57, 0.156, 0.122, -0.006],
      [0.63, 0.149, 0.115, -0.003],
      [0.7, 0.134, 0.105, 0.003],
      [0.76, 0.13, 0.102, 0.004],
    ],
    0.012,
  )
  const pleats = swell(flare, (x, y, z) => {
    const saw = ((Math.atan2(x, z) / Math.PI) * 8 + 16.25) % 1
    return fold * ramp(0.56, 0.42, y) * 0.02 * (saw < 0.8 ? saw / 0.8 : (1 - saw) / 0.2) - 0.004
  })
  const under = within(0.012, grow(flare, -0.024), (_x, y) => y - 0.4)
  return [
    { dye: 'bottom', kind: 'skirt', field: fold === 1 ? carve(0.01, pleats, under) : pleats },
    ...shoes,
    socks,
    belowSkirt,
  ]
}

/** The long skirt of a hanbok. */
function chima(fold: number): Part[] {
  // Narrow down to the lowest hem of tops, wide right below it.
  const bell = loft([
    [0.115, 0.3, 0.28, -0.01],
    [0.2, 0.29, 0.266, -0.01],
    [0.35, 0.26, 0.23, -0.008],
    [0.46, 0.23, 0.197, -0.007],
    [0.52, 0.192, 0.158, -0.006],
    [0.56, 0.166, 0.132, -0.006],
    [0.62, 0.15, 0.117, -0.003],
    [0.68, 0.138, 0.108, 0],
    [0.76, 0.13, 0.102, 0.003],
  ])
  const folds = swell(bell, (x, y, z) => {
    const a = Math.atan2(x, z)
    return fold * 0.013 * ramp(0.54, 0.3, y) * Math.cos(a * 9 + Math.sin(a * 3))
  })
  const under = within(0.012, grow(bell, -0.036), (_x, y) => y - 0.15)
  return [
    { dye: 'bottom', kind: 'skirt', field: fold === 1 ? carve(0.01, folds, under) : folds },
    ...shoes,
    socks,
  ]
}

/** Tubes of both legs that end at `low`, joined to the hips. */
const pair = (points: Ball[], low: number, more: (legs: Field) => Field = (field) => field): Field =>
  within(0.008, join(0.028, hips, both(more(tube(points)))), (_x, y) => low - y)
/** The cloth, a little thicker, inside regions. */
const panel = (cloth: Field, out: number, first: Field, ...regions: Field[]): Field =>
  within(0.004, first, ...regions, grow(cloth, out))
const band =
  (low: number, high: number): Field =>
  (_x, y) =>
    Math.max(low - y, y - high)

function jeans(fold: number): Part[] {
  const creases = (pants: Field) =>
    swell(pants, (x, y, z) => {
      const out = x - 0.095
      const knee = bump(y, 0.34, 0.045) * Math.sin(y * 120 + out * 40) * ramp(0.03, -0.05, z)
      const lap = bump(y, 0.5, 0.05) * Math.sin((y - out) * 105) * ramp(0, 0.08, z)
      return fold * 0.0045 * (knee + lap)
    })
  const cloth = pair(
    [
      [0.084, 0.56, -0.004, 0.086],
      [0.09, 0.45, 0.001, 0.076],
      [0.093, 0.33, 0.005, 0.064],
      [0.094, 0.22, -0.004, 0.06],
      [0.095, 0.12, -0.01, 0.058],
    ],
    0.15,
    creases,
  )
  const turnUp = both(
    within(
      0.006,
      tube([
        [0.095, 0.21, -0.006, 0.0665],
        [0.095, 0.13, -0.01, 0.0655],
      ]),
      band(0.142, 0.19),
    ),
  )
  const pocket = both(
    panel(
      cloth,
      0.005,
      (x) => Math.abs(x - 0.068) - 0.034,
      (_x, _y, z) => z + 0.02,
      band(0.515, 0.585),
    ),
  )
  const seam = both(
    panel(cloth, 0.0035, (x, _y, z) => Math.max(Math.abs(z + 0.002) - 0.0065, 0.09 - x), band(0.19, 0.56)),
  )
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'bottom', tone: 0.84, upTo: 0, field: pocket },
    { dye: 'bottom', tone: 0.8, upTo: 0, field: seam },
    { dye: 'white', tone: 0.9, field: turnUp },
    ...shoes,
    ankles,
  ]
}

function wide(fold: number): Part[] {
  const hang = (pants: Field) =>
    swell(pants, (x, y, z) => fold * 0.006 * ramp(0.52, 0.2, y) * Math.sin(Math.atan2(x - 0.1, z) * 4 + 0.6))
  const cloth = pair(
    [
      [0.084, 0.56, -0.004, 0.09],
      [0.094, 0.45, 0.001, 0.087],
      [0.101, 0.3, 0.004, 0.092],
      [0.106, 0.15, 0.002, 0.097],
      [0.108, 0.02, 0.002, 0.1],
    ],
    0.052,
    hang,
  )
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'bottom', tone: 0.9, upTo: 1, field: panel(cloth, 0.003, band(0.0, 0.078)) },
    ...shoes,
  ]
}

function joggers(fold: number): Part[] {
  const sag = (pants: Field) =>
    swell(pants, (x, y, z) => {
      const ankle = bump(y, 0.21, 0.035) * Math.sin(y * 115 - (x - 0.095) * 45) * ramp(-0.04, 0.05, z)
      const knee = bump(y, 0.34, 0.045) * Math.sin(y * 110) * ramp(0.03, -0.05, z)
      return fold * 0.006 * (ankle + knee)
    })
  const cloth = pair(
    [
      [0.084, 0.56, -0.004, 0.089],
      [0.091, 0.45, 0.001, 0.083],
      [0.094, 0.33, 0.004, 0.073],
      [0.095, 0.22, -0.006, 0.069],
      [0.095, 0.15, -0.01, 0.06],
    ],
    0.14,
    sag,
  )
  const cuff = both(
    within(
      0.007,
      tube([
        [0.094, 0.18, -0.01, 0.054],
        [0.094, 0.1, -0.012, 0.0525],
      ]),
      band(0.112, 0.165),
    ),
  )
  const stripe = both(
    panel(cloth, 0.0035, (x, _y, z) => Math.max(Math.abs(z) - 0.016, 0.09 - x), band(0.16, 0.57)),
  )
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'white', upTo: 2, field: stripe },
    { dye: 'bottom', tone: 0.8, field: cuff },
    ...shoes,
    ankles,
  ]
}

/** A skirt to the knee in knife pleats, with a line above its hem. */
function pleated(fold: number): Part[] {
  const flare = loft(
    [
      [0.31, 0.236, 0.206, -0.006],
      [0.4, 0.215, 0.185, -0.006],
      [0.5, 0.182, 0.15, -0.006],
      [0.57, 0.158, 0.124, -0.006],
      [0.63, 0.149, 0.115, -0.003],
      [0.7, 0.134, 0.105, 0.003],
      [0.76, 0.13, 0.102, 0.004],
    ],
    0.012,
  )
  const pleats = swell(flare, (x, y, z) => {
    const saw = ((Math.atan2(x, z) / Math.PI) * 9 + 18.25) % 1
    return fold * ramp(0.58, 0.4, y) * 0.018 * (saw < 0.84 ? saw / 0.84 : (1 - saw) / 0.16) - 0.004
  })
  const under = within(0.012, grow(flare, -0.026), (_x, y) => y - 0.34)
  const cloth = fold === 1 ? carve(0.01, pleats, under) : pleats
  return [
    { dye: 'bottom', kind: 'skirt', field: cloth },
    { dye: 'white', kind: 'skirt', upTo: 1, field: within(0.003, grow(pleats, 0.0025), band(0.343, 0.36)) },
    ...shoes,
    socks,
    belowSkirt,
  ]
}

/** Two tiers: the lower one is gathered at their seam. */
function longSkirt(fold: number): Part[] {
  const flare = loft(
    [
      [0.15, 0.268, 0.245, -0.008],
      [0.22, 0.254, 0.23, -0.008],
      [0.32, 0.23, 0.203, -0.007],
      [0.42, 0.206, 0.176, -0.006],
      [0.52, 0.174, 0.142, -0.006],
      [0.6, 0.152, 0.118, -0.005],
      [0.7, 0.134, 0.105, 0.003],
      [0.76, 0.13, 0.102, 0.004],
    ],
    0.014,
  )
  const seam = 0.35
  const gathers = swell(flare, (x, y, z) => {
    const a = Math.atan2(x, z)
    return 0.009 + fold * 0.01 * ramp(seam, 0.24, y) * Math.cos(a * 12 + Math.sin(a * 3))
  })
  const tier = within(0.006, gathers, (_x, y) => y - seam)
  const under = within(0.012, grow(flare, -0.034), (_x, y) => y - 0.185)
  return [
    { dye: 'bottom', kind: 'skirt', field: within(0.006, flare, (_x, y) => seam - 0.05 - y) },
    { dye: 'bottom', tone: 0.93, kind: 'skirt', field: fold === 1 ? carve(0.01, tier, under) : tier },
    ...shoes,
    socks,
  ]
}

function leggings(): Part[] {
  const cloth = within(0.006, join(0.03, grow(hips, -0.003), grow(leg, 0.005)), (_x, y) => 0.135 - y)
  const side = both(
    panel(cloth, 0.003, (x, _y, z) => Math.max(Math.abs(z + 0.004) - 0.013, 0.09 - x), band(0.14, 0.53)),
  )
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'bottom', tone: 0.76, upTo: 1, field: side },
    ...shoes,
    ankles,
  ]
}

/** Wide, to below the knee. */
function culottes(fold: number): Part[] {
  const hang = (pants: Field) =>
    swell(pants, (x, y, z) => fold * 0.008 * ramp(0.52, 0.3, y) * Math.sin(Math.atan2(x - 0.1, z) * 5))
  const cloth = pair(
    [
      [0.084, 0.56, -0.004, 0.09],
      [0.096, 0.46, 0.001, 0.094],
      [0.106, 0.35, 0.004, 0.107],
      [0.113, 0.22, 0.004, 0.12],
    ],
    0.255,
    hang,
  )
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'bottom', tone: 0.86, upTo: 1, field: panel(cloth, 0.003, band(0.2, 0.28)) },
    ...shoes,
    socks,
    legs,
  ]
}

function cargo(fold: number): Part[] {
  const creases = (pants: Field) =>
    swell(pants, (x, y, z) => {
      const out = x - 0.095
      const knee = bump(y, 0.34, 0.045) * Math.sin(y * 105 + out * 40) * ramp(0.03, -0.05, z)
      const ankle = bump(y, 0.19, 0.035) * Math.sin(y * 120 - out * 45) * ramp(-0.03, 0.05, z)
      return fold * 0.006 * (knee + ankle)
    })
  const cloth = pair(
    [
      [0.084, 0.56, -0.004, 0.09],
      [0.092, 0.45, 0.001, 0.087],
      [0.097, 0.33, 0.004, 0.08],
      [0.098, 0.22, -0.002, 0.077],
      [0.097, 0.13, -0.008, 0.066],
    ],
    0.118,
    creases,
  )
  const atSide: Field = (x, _y, z) => Math.max(Math.abs(z) - 0.044, 0.1 - x)
  const pocket = both(panel(cloth, 0.011, atSide, band(0.335, 0.43)))
  const flap = both(panel(cloth, 0.0155, (x, y, z) => atSide(x, y, z) - 0.003, band(0.412, 0.442)))
  return [
    { dye: 'bottom', field: cloth },
    { dye: 'bottom', tone: 0.92, upTo: 2, field: pocket },
    { dye: 'bottom', tone: 0.82, upTo: 1, field: flap },
    { dye: 'bottom', tone: 0.86, upTo: 1, field: panel(cloth, 0.003, band(0.1, 0.14)) },
    ...shoes,
    ankles,
  ]
}

/** Legs and shoes below a dress. */
const bare = (): Part[] => [belowSkirt, ...shoes, socks]

export const BOTTOM_FORMS: Record<BottomStyle | 'bare', (fold: number) => Part[]> = {
  trousers,
  shorts,
  skirt,
  chima,
  jeans,
  wide,
  joggers,
  pleated,
  'long-skirt': longSkirt,
  leggings,
  culottes,
  cargo,
  bare,
}
