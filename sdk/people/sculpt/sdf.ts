// Signed distance fields: (x, y, z) => metres, negative inside. They need not be exact: everything later divides by the
// gradient. No field allocates, because each is called some million times.

export type Field = (x: number, y: number, z: number) => number
export type Vec = [x: number, y: number, z: number]
/** A ball of a tube: its middle and its radius. */
export type Ball = [x: number, y: number, z: number, r: number]

export const clamp = (v: number, low = 0, high = 1): number => Math.min(high, Math.max(low, v))
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t
/** 0 at `from`, 1 at `to`, with soft ends; `from` may be the larger. */
export const ramp = (from: number, to: number, v: number): number => {
  const t = clamp((v - from) / (to - from))
  return t * t * (3 - 2 * t)
}
/** 1 at `at`, and almost 0 from 2 × `wide` on. */
export const bump = (v: number, at: number, wide: number): number => Math.exp(-(((v - at) / wide) ** 2))

export const unit = ([x, y, z]: Vec): Vec => {
  const l = Math.sqrt(x * x + y * y + z * z) || 1
  return [x / l, y / l, z / l]
}
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

// ---------------------------------------------------------------- forms

export const ball =
  ([cx, cy, cz]: Vec, r: number): Field =>
  (x, y, z) =>
    Math.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) - r

export const egg =
  ([cx, cy, cz]: Vec, [rx, ry, rz]: Vec): Field =>
  (x, y, z) => {
    const u = (x - cx) / rx
    const v = (y - cy) / ry
    const w = (z - cz) / rz
    const at = Math.sqrt(u * u + v * v + w * w)
    const steep = Math.sqrt((u / rx) ** 2 + (v / ry) ** 2 + (w / rz) ** 2)
    return steep < 1e-9 ? -Math.min(rx, ry, rz) : (at * (at - 1)) / steep
  }

interface Span {
  ax: number
  ay: number
  az: number
  r: number
  bx: number
  by: number
  bz: number
  dr: number
  square: number
}
interface Chunk {
  x: number
  y: number
  z: number
  reach: number
  spans: Span[]
}
/** Spans under one bounding sphere: most of a long lock is far away and skipped. */
const CHUNK = 4
const FAR_M = 0.1

/** A sphere around balls. */
function sphereAround(balls: readonly Ball[]): Omit<Chunk, 'spans'> {
  const mean = (k: 0 | 1 | 2) => balls.reduce((sum, p) => sum + p[k], 0) / balls.length
  const [x, y, z] = [mean(0), mean(1), mean(2)]
  return { x, y, z, reach: Math.max(...balls.map((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z) + p[3])) }
}

function chunksOf(points: readonly Ball[]): Chunk[] {
  const chunks: Chunk[] = []
  for (let i = 0; i + 1 < points.length; i += CHUNK) {
    const some = points.slice(i, i + CHUNK + 1)
    const spans = some.slice(1).map(([qx, qy, qz, qr], s) => {
      const [ax, ay, az, r] = some[s] as Ball
      const [bx, by, bz] = [qx - ax, qy - ay, qz - az]
      return { ax, ay, az, r, bx, by, bz, dr: qr - r, square: bx * bx + by * by + bz * bz + 1e-12 }
    })
    chunks.push({ ...sphereAround(some), spans })
  }
  return chunks
}

/** A swept ball along points. `flat` > 1 squeezes it along the direction `thin`. */
export function tube(points: readonly Ball[], { flat = 1, thin }: { flat?: number; thin?: Vec } = {}): Field {
  const chunks = chunksOf(points)
  const whole = sphereAround(points)
  const [tx, ty, tz] = thin ?? [0, 0, 0]
  const squeeze = thin ? flat - 1 : 0
  return (x, y, z) => {
    const off = Math.sqrt((x - whole.x) ** 2 + (y - whole.y) ** 2 + (z - whole.z) ** 2) - whole.reach
    if (off > FAR_M) return off // a lower bound is enough so far away
    let best = 1e9
    for (const chunk of chunks) {
      const sx = x - chunk.x
      const sy = y - chunk.y
      const sz = z - chunk.z
      const far = Math.sqrt(sx * sx + sy * sy + sz * sz) - chunk.reach
      if (far > FAR_M || far > best) {
        if (far < best) best = far
        continue
      }
      for (const s of chunk.spans) {
        const px = x - s.ax
        const py = y - s.ay
        const pz = z - s.az
        const along = clamp((px * s.bx + py * s.by + pz * s.bz) / s.square)
        let dx = px - s.bx * along
        let dy = py - s.by * along
        let dz = pz - s.bz * along
        if (squeeze !== 0) {
          const off = (dx * tx + dy * ty + dz * tz) * squeeze
          dx += tx * off
          dy += ty * off
          dz += tz * off
        }
        const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - (s.r + s.dr * along)
        if (d < best) best = d
      }
    }
    return best
  }
}

/** A smooth curve through points of any size, `steps` a span. */
export function curve<P extends readonly number[]>(points: readonly P[], steps = 4, closed = false): P[] {
  const n = points.length
  const at = (i: number) => points[closed ? (i + n) % n : clamp(i, 0, n - 1)] as P
  const out: P[] = []
  const spans = closed ? n : n - 1
  for (let i = 0; i < spans; i++)
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      const [p, q, r] = [at(i - 1), at(i + 1), at(i + 2)]
      out.push(
        at(i).map((b, k) => {
          const [a, c, d] = [p[k] as number, q[k] as number, r[k] as number]
          return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
        }) as unknown as P,
      )
    }
  if (!closed) out.push(at(spans))
  return out
}

/** A height of a loft: y, half width, half depth, middle (z), boxiness (2 is an ellipse). */
export type Station = [y: number, rx: number, rz: number, cz?: number, box?: number]

interface Section {
  rx: number
  rz: number
  cz: number
}

/** Stations from low to high: an upright form with elliptic sections. */
export function loft(stations: readonly Station[], round = 0.02): Field {
  const rows = curve(
    stations.map(([y, rx, rz, cz = 0]) => [y, rx, rz, cz] as const),
    6,
  )
  const p = stations[0]?.[4] ?? 2
  const N = 160
  const low = rows[0]?.[0] ?? 0
  const high = rows.at(-1)?.[0] ?? 1
  const table: Section[] = []
  for (let i = 0, r = 0; i <= N + 1; i++) {
    const y = mix(low, high, i / N)
    while (r < rows.length - 2 && (rows[r + 1]?.[0] ?? high) < y) r++
    const [a, b] = [rows[r], rows[r + 1]]
    if (!a || !b) throw new Error('a loft needs two stations')
    const t = clamp((y - a[0]) / (b[0] - a[0] || 1))
    table.push({ rx: mix(a[1], b[1], t), rz: mix(a[2], b[2], t), cz: mix(a[3], b[3], t) })
  }
  const scale = N / (high - low)
  return (x, y, z) => {
    const f = clamp((y - low) * scale, 0, N)
    const i = f | 0
    const t = f - i
    const a = table[i] as Section
    const b = table[i + 1] as Section
    const rx = a.rx + (b.rx - a.rx) * t
    const rz = a.rz + (b.rz - a.rz) * t
    const cz = a.cz + (b.cz - a.cz) * t
    const u = Math.abs(x / rx)
    const w = Math.abs((z - cz) / rz)
    const at = p === 2 ? Math.sqrt(u * u + w * w) : (u ** p + w ** p) ** (1 / p)
    return smax((at - 1) * Math.min(rx, rz), Math.max(low - y, y - high), round)
  }
}

/** The half space behind the plane through `at`; positive on the side of `normal`. */
export const plane = (at: Vec, normal: Vec): Field => {
  const [a, b, c] = unit(normal)
  const d = a * at[0] + b * at[1] + c * at[2]
  return (x, y, z) => a * x + b * y + c * z - d
}

// ---------------------------------------------------------------- joining

export const smin = (a: number, b: number, k: number): number => {
  const h = k - Math.abs(a - b)
  return h > 0 ? Math.min(a, b) - (h * h) / (4 * k) : Math.min(a, b)
}
export const smax = (a: number, b: number, k: number): number => -smin(-a, -b, k)

/** Joined with a fillet of about `k`. */
export const join = (k: number, ...fields: Field[]): Field => {
  const [first = () => 1e9, ...rest] = fields
  return (x, y, z) => {
    let d = first(x, y, z)
    for (const field of rest) d = k > 0 ? smin(d, field(x, y, z), k) : Math.min(d, field(x, y, z))
    return d
  }
}
/** What lies further away than any fillet need not be exact: carving and narrowing stop there. */
export const carve =
  (k: number, from: Field, ...tools: Field[]): Field =>
  (x, y, z) => {
    let d = from(x, y, z)
    if (d > FAR_M) return d
    for (const tool of tools) d = smax(d, -tool(x, y, z), k)
    return d
  }
/** The common part of fields; the cheapest one should come first. */
export const within =
  (k: number, first: Field, ...rest: Field[]): Field =>
  (x, y, z) => {
    let d = first(x, y, z)
    for (const field of rest) {
      if (d > FAR_M) return d
      d = smax(d, field(x, y, z), k)
    }
    return d
  }
export const grow =
  (field: Field, by: number): Field =>
  (x, y, z) =>
    field(x, y, z) - by
/** Moves the surface outwards by `by(x, y, z)`. */
export const swell =
  (field: Field, by: Field): Field =>
  (x, y, z) =>
    field(x, y, z) - by(x, y, z)
/** Both sides of a body: sculpt at x > 0. */
export const both =
  (field: Field): Field =>
  (x, y, z) =>
    field(Math.abs(x), y, z)

/** The field turned about `at` by radians around x, then y, then z. */
export function turned(field: Field, [cx, cy, cz]: Vec, [ax, ay, az]: Vec): Field {
  const [sx, kx, sy, ky, sz, kz] = [
    Math.sin(ax),
    Math.cos(ax),
    Math.sin(ay),
    Math.cos(ay),
    Math.sin(az),
    Math.cos(az),
  ]
  return (x, y, z) => {
    const p = x - cx
    const q = y - cy
    const r = z - cz
    const p1 = p * kz + q * sz
    const q1 = q * kz - p * sz
    const p2 = p1 * ky - r * sy
    const r1 = r * ky + p1 * sy
    const q2 = q1 * kx + r1 * sx
    const r2 = r1 * kx - q1 * sx
    return field(p2 + cx, q2 + cy, r2 + cz)
  }
}

/** The direction of the gradient, measured over 2 × `reach`. */
export function normalOf(field: Field, { x, y, z }: { x: number; y: number; z: number }, reach: number): Vec {
  return unit([
    field(x + reach, y, z) - field(x - reach, y, z),
    field(x, y + reach, z) - field(x, y - reach, z),
    field(x, y, z + reach) - field(x, y, z - reach),
  ])
}
