// Tied styles: twin tails, a braid over the shoulder, half up.
import { band, faceHole, hanging, type LockPoint, lock, nape, overEars, ridges, shell, throat } from './locks'
import type { Part } from './part'
import { type Ball, both, carve, curve, egg, type Field, join, mix, tube, type Vec } from './sdf'

const SIDES = [-1, 1] as const

/** A fringe of five locks to just above the brows. */
const fringe = (): Part[] =>
  (
    [
      [-38, 0.034],
      [-19, 0.04],
      [0, 0.042],
      [19, 0.04],
      [38, 0.034],
    ] as const
  ).map(([a, r]) =>
    lock([
      [a * 0.45, 74, 0.018, 0.026],
      [a * 0.8, 52, 0.032, r],
      [a, 35, 0.026, r],
      [a * 1.06, 19, 0.014, 0.012],
    ]),
  )

/** A thin lock before the ear. */
const sideLock = (s: number): Part =>
  lock([
    [s * 52, 48, 0.014, 0.024],
    [s * 66, 22, 0.022, 0.03],
    [s * 70, -6, 0.018, 0.024],
    [s * 65, -30, 0.014, 0.006],
  ])

export function twinTails(): Part[] {
  const mass = join(0.04, shell(-0.006), both(egg([0.15, 1.44, -0.09], [0.09, 0.08, 0.09])))
  const free = both(egg([0.232, 1.27, 0], [0.06, 0.06, 0.05]))
  const tail = (s: number): Ball[] => [
    [s * 0.205, 1.475, -0.11, 0.032],
    [s * 0.255, 1.5, -0.12, 0.048],
    [s * 0.3, 1.43, -0.125, 0.066],
    [s * 0.312, 1.29, -0.12, 0.072],
    [s * 0.3, 1.14, -0.105, 0.06],
    [s * 0.292, 1.02, -0.085, 0.036],
    [s * 0.3, 0.96, -0.07, 0.007],
  ]
  const strand = (s: number, dz: number, share: number, from: number): LockPoint[] =>
    tail(s)
      .slice(from)
      .map(([x, y, z, r], i) => ({
        at: [x - s * 0.006 * (dz ? 1 : 0), y - 0.012 * (dz ? 1 : 0), z + dz * (0.6 + i * 0.08)],
        r: r * share,
      }))
  return [
    ridges(carve(0.02, mass, faceHole(1.47, 0.176, 0.026), free, nape(1.2, 0.55)), 18, 0.01, -0.1),
    ...SIDES.flatMap((s) => {
      const out = { flat: 1.15, thin: [s, 0, 0] as Vec }
      return [
        band([s * 0.213, 1.482, -0.113], 0.033, [s * 1, 0.35, -0.1], 0.016),
        lock(strand(s, 0, 1, 0), out),
        lock(strand(s, 0.034, 0.62, 1), out),
        lock(strand(s, -0.034, 0.62, 1), out),
        sideLock(s),
      ]
    }),
    ...fringe(),
  ]
}

/** Three strands that cross along a path. */
function plait(path: readonly Ball[], turns: number): Part[] {
  const line = curve(path, 12)
  const strand = (phase: number): Part => {
    const points = line.map(([x, y, z, r], i): Ball => {
      const t = i / (line.length - 1)
      const a = t * turns * Math.PI * 2 + phase
      return [x + Math.sin(a) * r * 0.62, y, z + Math.sin(2 * a) * r * 0.3, r * 0.66]
    })
    return {
      dye: 'hair',
      field: tube(points),
      strand: (x, y, z) => [8 + phase * 3 + (x + z) * 40, Math.min(1, Math.max(0, (1.2 - y) / 0.4))],
    }
  }
  return [0, (2 * Math.PI) / 3, (4 * Math.PI) / 3].map(strand)
}

/** Parted at the side, in one braid over the left shoulder. */
export function braid(): Part[] {
  const path: Ball[] = [
    [0.13, 1.17, -0.1, 0.05],
    [0.188, 1.1, -0.03, 0.05],
    [0.206, 1.04, 0.05, 0.046],
    [0.185, 0.96, 0.112, 0.044],
    [0.165, 0.88, 0.138, 0.042],
    [0.152, 0.805, 0.15, 0.034],
  ]
  const [ex, ey, ez] = path.at(-1) as Ball
  const mass = join(0.05, shell(-0.004), egg([0.05, 1.22, -0.1], [0.16, 0.11, 0.11]))
  const gather: Field = tube([
    [0.02, 1.24, -0.15, 0.07],
    [0.12, 1.18, -0.11, 0.062],
  ])
  return [
    ridges(
      carve(0.02, join(0.04, mass, gather), faceHole(1.468, 0.17, 0.022), throat, nape(1.1, 0.3)),
      18,
      0.011,
      0.2,
      -0.8,
    ),
    ...plait(path, 2.6),
    band([ex, ey - 0.008, ez], 0.02, [0.1, 1, -0.1], 0.0125),
    lock(
      [
        { at: [ex, ey - 0.01, ez], r: 0.024 },
        { at: [ex - 0.002, ey - 0.045, ez + 0.002], r: 0.034 },
        { at: [ex - 0.006, ey - 0.095, ez + 0.002], r: 0.006 },
      ],
      { flat: 1.2, thin: [0, 0, 1] },
    ),
    lock([
      [-28, 70, 0.022, 0.028],
      [4, 60, 0.038, 0.048],
      [34, 42, 0.034, 0.046],
      [58, 18, 0.026, 0.04],
      [72, -10, 0.02, 0.03],
      [84, -34, 0.014, 0.008],
    ]),
    lock([
      [-30, 66, 0.022, 0.028],
      [-10, 52, 0.034, 0.04],
      [12, 38, 0.028, 0.034],
      [34, 26, 0.016, 0.009],
    ]),
    lock([
      [-30, 70, 0.022, 0.028],
      [-44, 50, 0.032, 0.044],
      [-58, 24, 0.026, 0.036],
      [-66, -2, 0.018, 0.026],
      [-64, -26, 0.012, 0.006],
    ]),
    lock([
      [-60, 60, 0.016, 0.03],
      [-80, 36, 0.024, 0.048],
      [-92, 6, 0.024, 0.044],
      [-104, -20, 0.016, 0.01],
    ]),
    lock([
      [70, 56, 0.016, 0.03],
      [84, 32, 0.024, 0.048],
      [96, 4, 0.026, 0.046],
      [112, -22, 0.02, 0.016],
    ]),
  ]
}

/** The upper half in a small bun behind, the rest down the back. */
export function halfUp(): Part[] {
  const behind = hanging([
    [1.3, 0.2, 0.12, -0.1],
    [1.15, 0.185, 0.1, -0.115],
    [1.02, 0.165, 0.068, -0.13],
    [0.93, 0.14, 0.05, -0.135],
    [0.86, 0.11, 0.04, -0.135],
  ])
  const upper = join(
    0.03,
    egg([0, 1.42, -0.05], [0.225, 0.175, 0.215]),
    egg([0, 1.5, -0.17], [0.1, 0.08, 0.08]),
  )
  const fall = (s: number, azimuth: number, x: number, z: number, low: number, r: number): Part =>
    lock([
      [s * azimuth, 30, 0.006, r * 0.8],
      [s * azimuth, 6, 0.022, r],
      { at: [s * x * 1.05, 1.15, z - 0.004], r: r * 1.05 },
      { at: [s * x, 1.02, z], r },
      { at: [s * x * 0.88, low + 0.08, z + 0.006], r: r * 0.7 },
      { at: [s * x * 0.78, low, z + 0.018], r: 0.008 },
    ])
  return [
    ridges(
      carve(0.022, join(0.05, shell(-0.006), overEars, behind), faceHole(1.47, 0.168, 0.015), throat),
      19,
      0.011,
      0.1,
    ),
    // Combed back, with an edge over what hangs.
    ridges(
      carve(0.02, upper, faceHole(1.472, 0.172, 0.02), (_x, y, z) => y - 1.37 - z * 0.16),
      20,
      0.01,
      0.95,
    ),
    knot([0, 1.52, -0.285], 0.07),
    band([0, 1.502, -0.232], 0.046, [0, 0.35, -1], 0.0155),
    fall(1, 178, 0, -0.172, 0.78, 0.062),
    ...SIDES.flatMap((s) => [
      fall(s, 148, 0.088, -0.16, 0.8, 0.06),
      fall(s, 118, 0.152, -0.12, 0.83, 0.054),
      lock([
        [s * 4, 74, 0.018, 0.024],
        [s * 20, 54, 0.03, 0.04],
        [s * 42, 34, 0.026, 0.038],
        [s * 58, 8, 0.02, 0.028],
        [s * 62, -18, 0.014, 0.007],
      ]),
      lock([
        [s * 74, 24, 0.014, 0.03],
        [s * 78, -2, 0.022, 0.036],
        [s * 78, -24, 0.02, 0.034],
        { at: [s * 0.196, 1.1, 0.02], r: 0.032 },
        { at: [s * 0.186, 1.0, 0.055], r: 0.026 },
        { at: [s * 0.172, 0.92, 0.085], r: 0.007 },
      ]),
    ]),
  ]
}

/** A small bun: a rope in a spiral that looks backwards. */
function knot(at: Vec, r: number): Part {
  const rope = Array.from({ length: 33 }, (_, i): Ball => {
    const t = i / 32
    const turn = t * Math.PI * 4.2
    const wide = r * 0.7 * Math.sqrt(1 - t * 0.9)
    return [
      at[0] + Math.cos(turn) * wide,
      at[1] + Math.sin(turn) * wide,
      at[2] + 0.025 - t * 0.06,
      mix(0.036, 0.027, t),
    ]
  })
  return {
    dye: 'hair',
    field: join(0.01, egg(at, [r * 0.85, r * 0.85, r * 0.7]), tube(rope)),
    strand: (x, y) => [Math.atan2(x - at[0], y - at[1]) * 2 + 16, 0.4],
  }
}
