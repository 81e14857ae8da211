// The list of hair styles, and the first eight. Each is a whole form: a cap that follows the skull and locks laid over it. Every lock is a part of its own,
// so that the crease beside it stays crisp.
import type { Hair } from '../src/styles'
import { skull } from './body'
import { pixie, twoBlock, wavy } from './hair-loose'
import { braid, halfUp, twinTails } from './hair-tied'
import {
  band,
  ears,
  faceHole,
  hanging,
  type LockPoint,
  lock,
  nape,
  over,
  overEars,
  ridges,
  shell,
  strandAround,
  throat,
} from './locks'
import type { Part } from './part'
import { type Ball, ball, both, carve, egg, type Field, grow, join, mix, plane, tube, type Vec } from './sdf'

const SIDES = [-1, 1] as const

function buzz(): Part[] {
  const free = both(egg([0.232, 1.28, 0.012], [0.05, 0.066, 0.045]))
  const stubble = carve(0.01, grow(skull, 0.0085), faceHole(1.475, 0.168, 0.03), free, nape(1.2, 0.62))
  return [{ ...ridges(stubble, 0, 0), tone: 0.91 }]
}

function short(): Part[] {
  const mass = join(0.05, shell(0, 0.004), egg([0, 1.45, -0.02], [0.215, 0.16, 0.215]))
  return [
    ridges(carve(0.02, mass, faceHole(1.46, 0.18, 0.035), ears, nape(1.2, 0.7)), 17, 0.011, 0.3, 1.5),
    // Swept over the forehead from a parting on the left.
    lock([
      [34, 66, 0.03, 0.03],
      [6, 60, 0.045, 0.05],
      [-26, 44, 0.04, 0.046],
      [-50, 24, 0.022, 0.012],
    ]),
    lock([
      [38, 62, 0.03, 0.03],
      [18, 52, 0.045, 0.046],
      [-6, 36, 0.036, 0.038],
      [-26, 22, 0.02, 0.01],
    ]),
    lock([
      [40, 58, 0.03, 0.028],
      [30, 46, 0.04, 0.04],
      [14, 34, 0.032, 0.032],
      [0, 24, 0.016, 0.008],
    ]),
    lock([
      [36, 64, 0.03, 0.03],
      [50, 48, 0.036, 0.04],
      [56, 28, 0.026, 0.03],
      [52, 12, 0.012, 0.008],
    ]),
    lock([
      [-30, 62, 0.03, 0.03],
      [-52, 48, 0.034, 0.042],
      [-64, 24, 0.024, 0.03],
      [-62, 4, 0.01, 0.008],
    ]),
    lock([
      [60, 60, 0.02, 0.03],
      [74, 40, 0.03, 0.045],
      [80, 16, 0.02, 0.034],
      [76, -2, 0.008, 0.01],
    ]),
    lock([
      [-60, 60, 0.02, 0.03],
      [-78, 40, 0.03, 0.045],
      [-82, 16, 0.02, 0.034],
      [-78, -2, 0.008, 0.01],
    ]),
    // A tuft at the crown.
    lock([
      [150, 74, 0.02, 0.03],
      [120, 80, 0.045, 0.03],
      [60, 84, 0.06, 0.02],
      [40, 78, 0.066, 0.006],
    ]),
    lock([
      [190, 70, 0.02, 0.034],
      [200, 62, 0.04, 0.034],
      [205, 50, 0.045, 0.022],
      [208, 40, 0.05, 0.008],
    ]),
  ]
}

const BANGS = [
  [-40, 0.036],
  [-20, 0.042],
  [0, 0.044],
  [20, 0.042],
  [40, 0.036],
] as const
const bangs = (): Part[] =>
  BANGS.map(([a, r]) =>
    lock([
      [a * 0.45, 74, 0.022, 0.026],
      [a * 0.8, 52, 0.036, r],
      [a, 34, 0.03, r],
      [a * 1.06, 17, 0.016, 0.02],
    ]),
  )

function bob(): Part[] {
  const bell = join(0.05, shell(0.004), egg([0, 1.24, -0.045], [0.256, 0.16, 0.205]), overEars)
  const inner = egg([0, 1.15, 0], [0.16, 0.12, 0.15])
  const side = (s: number): LockPoint[] => [
    [s * 20, 70, 0.025, 0.03],
    [s * 58, 40, 0.03, 0.05],
    [s * 68, 0, 0.028, 0.05],
    [s * 62, -24, 0.026, 0.04],
    { at: [s * 0.165, 1.13, 0.09], r: 0.016 },
  ]
  const low = plane([0, 1.125, -0.1], [0, 1, 0.12])
  return [
    ridges(carve(0.022, bell, faceHole(1.46, 0.165, 0.02), low, inner), 19, 0.013, 0.15),
    ...SIDES.map((s) => lock(side(s))),
    ...bangs(),
  ]
}

/** From the crown over the head and down the back. */
const fall = (s: number, azimuth: number, x: number, z: number, low: number, r: number): Part =>
  lock([
    [s * azimuth, 72, 0.004, r * 0.6],
    [s * azimuth, 44, 0.014, r * 0.9],
    [s * azimuth, 10, 0.024, r],
    { at: [s * x * 1.06, 1.16, z - 0.005], r: r * 1.06 },
    { at: [s * x, 1.0, z], r },
    { at: [s * x * 0.86, low + 0.1, z + 0.004], r: r * 0.72 },
    { at: [s * x * 0.74, low, z + 0.016], r: 0.008 },
  ])

function long(): Part[] {
  const behind = hanging([
    [1.3, 0.2, 0.12, -0.1],
    [1.15, 0.19, 0.1, -0.115],
    [1.0, 0.175, 0.07, -0.13],
    [0.9, 0.15, 0.05, -0.135],
    [0.8, 0.11, 0.04, -0.135],
  ])
  const cap = join(0.05, shell(0.002), overEars, behind)
  return [
    ridges(carve(0.022, cap, faceHole(1.47, 0.165, 0.015), throat), 21, 0.012, 0.1),
    fall(1, 178, 0, -0.178, 0.72, 0.066),
    ...SIDES.flatMap((s) => [
      fall(s, 150, 0.088, -0.168, s > 0 ? 0.74 : 0.76, 0.064),
      fall(s, 122, 0.158, -0.125, s > 0 ? 0.79 : 0.77, 0.058),
      fall(s, 96, 0.196, -0.062, 0.83, 0.05),
      curtain(s),
      lock([
        [s * 12, 78, 0.02, 0.028],
        [s * 48, 52, 0.032, 0.05],
        [s * 72, 18, 0.03, 0.05],
        [s * 76, -14, 0.026, 0.046],
        { at: [s * 0.198, 1.12, 0.045], r: 0.042 },
        { at: [s * 0.186, 0.99, 0.078], r: 0.034 },
        { at: [s * 0.165, 0.89, 0.108], r: 0.008 },
      ]),
    ]),
  ]
}
/** Beside a parting in the middle. */
const curtain = (s: number): Part =>
  lock([
    [s * 3, 80, 0.022, 0.026],
    [s * 18, 56, 0.036, 0.046],
    [s * 44, 32, 0.03, 0.044],
    [s * 58, 6, 0.02, 0.03],
    [s * 62, -10, 0.014, 0.008],
  ])

const TAIL: Ball[] = [
  [0, 1.475, -0.225, 0.034],
  [0, 1.49, -0.275, 0.05],
  [0, 1.42, -0.33, 0.07],
  [0.004, 1.28, -0.345, 0.08],
  [0.008, 1.13, -0.315, 0.068],
  [0.006, 1.02, -0.27, 0.042],
  [0, 0.955, -0.225, 0.008],
]
function ponytail(): Part[] {
  const strand = (dx: number, dy: number, share: number, from = 1): LockPoint[] =>
    TAIL.slice(from).map(([x, y, z, r], i) => ({
      at: [x + dx, y + dy, z + (dx ? i * 0.002 - 0.012 : 0)],
      r: r * share,
    }))
  const mass = join(0.05, shell(-0.008), egg([0, 1.42, -0.1], [0.17, 0.14, 0.16]))
  const free = both(egg([0.232, 1.27, 0], [0.06, 0.06, 0.05]))
  const back = { flat: 1.2, thin: [0, 0, -1] as Vec }
  return [
    ridges(carve(0.02, mass, faceHole(1.47, 0.178, 0.028), free, nape(1.2, 0.55)), 18, 0.01, 1.05),
    band([0, 1.482, -0.243], 0.036, [0, 0.35, -1], 0.0165),
    lock(strand(0, 0, 1, 0), back),
    lock(strand(0.034, -0.01, 0.66), back),
    lock(strand(-0.036, -0.02, 0.64), back),
    lock([
      [30, 68, 0.026, 0.028],
      [0, 58, 0.04, 0.044],
      [-30, 40, 0.032, 0.042],
      [-52, 20, 0.018, 0.012],
    ]),
    lock([
      [34, 66, 0.026, 0.028],
      [14, 50, 0.038, 0.042],
      [-8, 34, 0.028, 0.034],
      [-24, 22, 0.014, 0.008],
    ]),
    lock([
      [34, 66, 0.026, 0.028],
      [42, 48, 0.034, 0.042],
      [52, 24, 0.022, 0.03],
      [54, 4, 0.01, 0.008],
    ]),
    ...SIDES.map((s) =>
      lock([
        [s * 50, 50, 0.016, 0.024],
        [s * 66, 24, 0.022, 0.03],
        [s * 70, -4, 0.018, 0.024],
        [s * 66, -28, 0.014, 0.006],
      ]),
    ),
  ]
}

function bun(): Part[] {
  return [
    ridges(carve(0.02, shell(-0.01), faceHole(1.468, 0.178, 0.028), ears, nape(1.2, 0.55)), 18, 0.01, -0.25),
    coil([0, 1.63, -0.055], 0.085),
    band([0, 1.572, -0.05], 0.062, [0, 1, -0.12], 0.014),
    ...SIDES.flatMap((s) => [
      lock([
        [s * 8, 66, 0.02, 0.026],
        [s * 18, 48, 0.03, 0.04],
        [s * 36, 30, 0.024, 0.034],
        [s * 50, 14, 0.012, 0.008],
      ]),
      lock([
        [s * 56, 44, 0.012, 0.02],
        [s * 66, 18, 0.018, 0.024],
        [s * 68, -8, 0.015, 0.019],
        [s * 63, -30, 0.012, 0.005],
      ]),
    ]),
  ]
}

/** A bun: a rope of hair laid in a spiral. */
function coil(at: Vec, r: number): Part {
  const rope = Array.from({ length: 41 }, (_, i): Ball => {
    const t = i / 40
    const turn = t * Math.PI * 2 * 2.35 + 0.6
    const wide = r * 0.72 * Math.sqrt(1 - t * 0.93)
    return [
      at[0] + Math.cos(turn) * wide,
      at[1] - 0.045 + t * 0.11,
      at[2] + Math.sin(turn) * wide,
      mix(0.046, 0.034, t),
    ]
  })
  const core = egg(at, [r * 0.85, r * 0.75, r * 0.85])
  return {
    dye: 'hair',
    field: join(0.012, core, tube(rope)),
    strand: (x, y, z) => [Math.atan2(x - at[0], z - at[2]) * 2 + (y - at[1]) * 60 + 16, 0.4],
  }
}

function curly(): Part[] {
  const low = plane([0, 1.16, -0.1], [0, 1, 0.2])
  const cap = carve(0.02, join(0.04, shell(0.006, 0.01), overEars), faceHole(1.46, 0.175, 0.01), low)
  return [puffs(cap)]
}
/** A cloud of curls that melt into each other. */
function puffs(cap: Field): Part {
  const curls: Field[] = []
  for (let i = 0; i < 40; i++) {
    const elevation = (Math.asin(1 - (i + 0.5) * (1.62 / 40)) * 180) / Math.PI
    const azimuth = ((i * 137.508 + 190) % 360) - 180
    if (Math.abs(azimuth) < 60 && elevation < 30) continue
    if (elevation < -28 && Math.abs(azimuth) < 95) continue
    curls.push(
      ball(over(azimuth, elevation, 0.036 + 0.01 * Math.sin(i * 1.7)), 0.072 + 0.012 * Math.sin(i * 2.3)),
    )
  }
  return { dye: 'hair', tone: 0.9, field: join(0.026, cap, ...curls), strand: strandAround(0.2) }
}

function spiky(): Part[] {
  const front = [
    [0, 62, 0, 30, 0.05],
    [28, 64, 34, 34, 0.046],
    [-28, 64, -34, 34, 0.046],
    [52, 50, 60, 16, 0.042],
    [-52, 50, -60, 16, 0.042],
  ] as const
  const rest = [
    [20, 80],
    [70, 64],
    [-60, 66],
    [125, 58],
    [-120, 60],
    [180, 70],
    [95, 34],
    [-95, 34],
    [140, 24],
    [-140, 24],
    [180, 40],
    [160, 2],
    [-160, 2],
  ] as const
  return [
    ridges(carve(0.02, shell(0, 0.004), faceHole(1.46, 0.178, 0.035), ears, nape(1.2, 0.7)), 17, 0.01, 0.3),
    ...front.map(([a, e, a2, e2, r]) =>
      lock([
        [a, e, 0, r],
        [mix(a, a2, 0.5), mix(e, e2, 0.4), 0.05, r * 0.8],
        [a2, e2, 0.04, 0.006],
      ]),
    ),
    ...rest.map(([a, e]) =>
      lock(
        [
          [a, e - 6, -0.012, 0.072],
          [a, e + 2, 0.04, 0.05],
          [a * 1.04, e + 16, 0.095, 0.004],
        ],
        { flat: 1 },
      ),
    ),
  ]
}

export const HAIR_FORMS: Record<Hair, () => Part[]> = {
  buzz,
  short,
  bob,
  long,
  ponytail,
  bun,
  curly,
  spiky,
  pixie,
  wavy,
  'twin-tails': twinTails,
  braid,
  'two-block': twoBlock,
  'half-up': halfUp,
}
