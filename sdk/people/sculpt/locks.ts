// What hair styles are made of: caps that follow the skull with ridges from the crown, locks (flattened swept balls), ties.
import { skull } from './body'
import type { Part } from './part'
import {
  type Ball,
  both,
  clamp,
  cross,
  curve,
  egg,
  type Field,
  loft,
  mix,
  plane,
  ramp,
  type Station,
  smax,
  swell,
  tube,
  unit,
  type Vec,
  within,
} from './sdf'

export const CENTRE: Vec = [0, 1.33, -0.01]
/** A point over the skull: degrees to the person's left from the front, degrees up, metres above the skin. */
export function over(azimuth: number, elevation: number, lift: number): Vec {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  const [dx, dy, dz] = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)]
  const [cx, cy, cz] = CENTRE
  let t = 0.15
  for (let i = 0; i < 24; i++) t -= skull(cx + dx * t, cy + dy * t, cz + dz * t)
  t += lift
  return [cx + dx * t, cy + dy * t, cz + dz * t]
}

/** [azimuth, elevation, lift, radius], or a ball in metres. */
export type LockPoint = readonly [number, number, number, number] | { at: Vec; r: number }

export function lock(
  points: readonly LockPoint[],
  { flat = 1.7, thin }: { flat?: number; thin?: Vec } = {},
): Part {
  const given = points.map((p): Ball => ('r' in p ? [...p.at, p.r] : [...over(p[0], p[1], p[2]), p[3]]))
  const path = curve(given, 5)
  const middle = given[given.length >> 1] as Ball
  const second = given[1] as Ball
  const out = thin ?? unit([middle[0] - CENTRE[0], (middle[1] - CENTRE[1]) * 0.6, middle[2] - CENTRE[2]])
  // Streaks differ from lock to lock, and stay inside 2..30.
  const own = 2 + ((Math.abs(second[0] * 97 + second[1] * 31 + second[2] * 57) * 10) % 28)
  return { dye: 'hair', field: tube(path, { flat, thin: out }), strand: strandAlong(path, out, own) }
}

/** How far across (in strands) and along the lock a point is. */
function strandAlong(path: readonly Ball[], out: Vec, own: number): NonNullable<Part['strand']> {
  const spans = path.slice(1).map((b, i) => {
    const a = path[i] as Ball
    const e: Vec = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    return { a, b, e, side: unit(cross(e, out)), square: e[0] ** 2 + e[1] ** 2 + e[2] ** 2 + 1e-12 }
  })
  return (x, y, z) => {
    let [best, u, v] = [1e9, 0, 0]
    spans.forEach(({ a, b, e, side, square }, i) => {
      const p: Vec = [x - a[0], y - a[1], z - a[2]]
      const t = clamp((p[0] * e[0] + p[1] * e[1] + p[2] * e[2]) / square)
      const d = Math.hypot(p[0] - e[0] * t, p[1] - e[1] * t, p[2] - e[2] * t)
      if (d >= best) return
      const r = mix(a[3], b[3], t) || 1e-3
      best = d
      u = clamp((p[0] * side[0] + p[1] * side[1] + p[2] * side[2]) / r, -1.2, 1.2)
      v = (i + t) / spans.length
    })
    return [own + u * 1.6, v]
  }
}

/** Angle about an axis that leans back from the crown: strands of a cap run along it. 0 is the front. */
function angleAround(lean: number): Field {
  const [s, k] = [Math.sin(lean), Math.cos(lean)]
  return (x, y, z) => Math.atan2(x - CENTRE[0], (z - CENTRE[2]) * k + (y - CENTRE[1]) * s)
}
/** 32 strands around the head. */
export function strandAround(lean: number): NonNullable<Part['strand']> {
  const angle = angleAround(lean)
  return (x, y, z) => [((angle(x, y, z) / Math.PI + 1) * 16) % 32, 0.5]
}

/** Rounded ridges with sharp grooves between them, less near the crown. */
export function ridges(field: Field, count: number, deep: number, lean = 0.35, twist = 0): Part {
  const angle = angleAround(lean)
  const crown: Vec = [CENTRE[0], CENTRE[1] + 0.24 * Math.cos(lean), CENTRE[2] - 0.24 * Math.sin(lean)]
  const fromCrown: Field = (x, y, z) =>
    Math.sqrt((x - crown[0]) ** 2 + (y - crown[1]) ** 2 + (z - crown[2]) ** 2)
  const by: Field = (x, y, z) => {
    const far = fromCrown(x, y, z)
    const a = angle(x, y, z) + twist * far
    const wave = a * count * 0.5 + 0.5 * Math.sin(a * 3 + 1) + 0.35 * Math.sin(a * 5)
    return deep * (Math.sqrt(Math.abs(Math.sin(wave)) + 0.02) - 0.75) * ramp(0.03, 0.16, far)
  }
  return {
    dye: 'hair',
    field: swell(field, by),
    strand: (x, y, z) => {
      const far = fromCrown(x, y, z)
      const a = angle(x, y, z) + twist * far
      return [((a / Math.PI + 1) * 16 + 32) % 32, clamp(far / 0.5)]
    },
  }
}

// ---------------------------------------------------------------- caps

/** The face is free inside this; `high` is the hairline, `wide` the temples. */
export const faceHole = (high = 1.455, wide = 0.178, from = 0.03): Field =>
  within(
    0.03,
    (x, y) => {
      const [u, v] = [x / wide, (y - 1.2) / (high - 1.2)]
      return (Math.sqrt(u * u + (v > 0 ? v * v : v * v * 0.2)) - 1) * 0.17
    },
    (_x, y, z) => from + Math.max(0, y - 1.3) * 0.35 - z,
  )
export const ears = both(egg([0.232, 1.285, 0], [0.06, 0.062, 0.05]))
export const overEars = both(egg([0.215, 1.285, -0.012], [0.055, 0.075, 0.06]))
export const shell = (more = 0, up = 0): Field =>
  egg([0, 1.372 + up, -0.026], [0.243 + more, 0.219 + more, 0.234 + more])
/** Hair ends above it behind the head. */
export const nape = (y: number, slope = 0.5): Field => plane([0, y, -0.15], [0, 1, slope])
/** Hair stays out of the throat. */
export const throat = within(
  0.04,
  (_x, _y, z) => -0.03 - z,
  (_x, y) => y - 1.2,
  (x) => Math.abs(x) - 0.15,
)

/** A slab behind the head and the back that gets thinner and ends in points. Rows run down: y, rx, rz, cz. */
export function hanging(rows: readonly [number, number, number, number][]): Field {
  const slab = loft(
    [...rows].reverse().map((row): Station => [...row, 2.6]),
    0.03,
  )
  const low = rows.at(-1)?.[0] ?? 0
  return (x, y, z) =>
    smax(slab(x, y, z), low + 0.035 * Math.abs(Math.sin(x * 34 + 0.7)) + x * x * 1.2 - y, 0.02)
}

// ---------------------------------------------------------------- ties, buns, braids

/** A hair tie: a ring around an axis. */
export function band(at: Vec, r: number, axis: Vec, thick: number): Part {
  const n = unit(axis)
  const a = unit(Math.abs(n[1]) > 0.8 ? [1, 0, 0] : [n[2], 0, -n[0]])
  const b = cross(n, a)
  const points = Array.from({ length: 13 }, (_, i): Ball => {
    const t = (i / 12) * Math.PI * 2
    const [ka, kb] = [r * Math.cos(t), r * Math.sin(t)]
    return [
      at[0] + ka * a[0] + kb * b[0],
      at[1] + ka * a[1] + kb * b[1],
      at[2] + ka * a[2] + kb * b[2],
      thick,
    ]
  })
  return { dye: 'accent', field: tube(points) }
}
