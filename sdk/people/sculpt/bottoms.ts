// The bottoms, each with its legs and shoes. Their hips stay inside of every top: narrow down to the lowest hem (0.535 m).
import type { BottomStyle } from '../src/styles'
import { leg } from './body'
import type { Part } from './part'
import { both, bump, carve, egg, type Field, grow, join, loft, ramp, swell, tube, within } from './sdf'

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
  (_x, y) => Math.max(-y, y - 0.122),
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
      [0.395, 0.226, 0.196, -0.006],
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
  const under = within(0.012, grow(flare, -0.024), (_x, y) => y - 0.425)
  return [
    { dye: 'bottom', kind: 'skirt', field: fold === 1 ? carve(0.01, pleats, under) : pleats },
    ...shoes,
    socks,
    legs,
  ]
}

/** The long skirt of a hanbok. */
function chima(fold: number): Part[] {
  const bell = loft([
    [0.115, 0.3, 0.28, -0.01],
    [0.2, 0.292, 0.268, -0.01],
    [0.35, 0.262, 0.232, -0.008],
    [0.5, 0.222, 0.188, -0.006],
    [0.6, 0.182, 0.147, -0.004],
    [0.68, 0.142, 0.112, 0],
    [0.76, 0.13, 0.102, 0.003],
  ])
  const folds = swell(bell, (x, y, z) => {
    const a = Math.atan2(x, z)
    return fold * 0.013 * ramp(0.72, 0.3, y) * Math.cos(a * 9 + Math.sin(a * 3))
  })
  const under = within(0.012, grow(bell, -0.036), (_x, y) => y - 0.15)
  return [
    { dye: 'bottom', kind: 'skirt', field: fold === 1 ? carve(0.01, folds, under) : folds },
    ...shoes,
    socks,
  ]
}

/** Legs and shoes below a dress. */
const bare = (): Part[] => [legs, ...shoes, socks]

export const BOTTOM_FORMS: Record<BottomStyle | 'bare', (fold: number) => Part[]> = {
  trousers,
  shorts,
  skirt,
  chima,
  bare,
}
