// From fields to triangles: surface nets, projection onto the surface, crisp borders between labels. A form is a list of
// parts; the surface is their union, and the label of a point is the index of the part that is nearest.
import { clamp, type Field, type Vec } from './sdf'

export interface Vertex {
  x: number
  y: number
  z: number
}
export interface Face {
  a: Vertex
  b: Vertex
  c: Vertex
  label: number
}
export interface Mesh {
  vertices: Vertex[]
  faces: Face[]
}
export interface Box {
  low: Vec
  high: Vec
}
interface Labelled {
  field: Field
}

export const union = (parts: readonly Labelled[]): Field => {
  const fields = parts.map(({ field }) => field)
  return (x, y, z) => {
    let d = 1e9
    for (const field of fields) d = Math.min(d, field(x, y, z))
    return d
  }
}

function labelAt(parts: readonly Labelled[], { x, y, z }: Vertex): number {
  let best = 0
  let d = 1e9
  parts.forEach(({ field }, i) => {
    const one = field(x, y, z)
    if (one < d) [d, best] = [one, i]
  })
  return best
}

// ---------------------------------------------------------------- surface nets

const BLOCK = 4
/** Corners of a cell by bits (x 1, y 2, z 4), in pairs that differ in one. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
  [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit] as const),
)

/** Naive surface nets on a grid that is only evaluated in blocks near the surface. */
export function polygonise(field: Field, { low, high }: Box, step: number): Mesh {
  const size = (k: 0 | 1 | 2) => Math.ceil((high[k] - low[k]) / step / BLOCK) * BLOCK + 1
  const [nx, ny, nz] = [size(0), size(1), size(2)]
  const values = new Float32Array(nx * ny * nz).fill(Number.NaN)
  const index = (i: number, j: number, k: number) => i + nx * (j + ny * k)
  const valueAt = (i: number, j: number, k: number) => values[index(i, j, k)] as number
  const sample = (i: number, j: number, k: number) =>
    field(low[0] + i * step, low[1] + j * step, low[2] + k * step)
  const blocks = blocksNear(sample, [nx, ny, nz], BLOCK * step * 0.87 * 1.6)
  for (const [i0, j0, k0] of blocks)
    for (let k = k0; k <= k0 + BLOCK; k++)
      for (let j = j0; j <= j0 + BLOCK; j++)
        for (let i = i0; i <= i0 + BLOCK; i++) {
          const where = index(i, j, k)
          if (Number.isNaN(values[where])) values[where] = sample(i, j, k)
        }

  const mesh: Mesh = { vertices: [], faces: [] }
  const cells = new Map<number, Vertex>()
  /** The vertex of a cell: the mean of where the surface crosses its edges. */
  const cell = (i: number, j: number, k: number): Vertex => {
    const key = index(i, j, k)
    const known = cells.get(key)
    if (known) return known
    let x = 0
    let y = 0
    let z = 0
    let count = 0
    for (const [a, b] of EDGES) {
      const va = valueAt(i + (a & 1), j + ((a >> 1) & 1), k + (a >> 2))
      const vb = valueAt(i + (b & 1), j + ((b >> 1) & 1), k + (b >> 2))
      if (va < 0 === vb < 0) continue
      const t = va / (va - vb)
      x += (a & 1) + ((b & 1) - (a & 1)) * t
      y += ((a >> 1) & 1) + (((b >> 1) & 1) - ((a >> 1) & 1)) * t
      z += (a >> 2) + ((b >> 2) - (a >> 2)) * t
      count++
    }
    const vertex = {
      x: low[0] + (i + x / count) * step,
      y: low[1] + (j + y / count) * step,
      z: low[2] + (k + z / count) * step,
    }
    mesh.vertices.push(vertex)
    cells.set(key, vertex)
    return vertex
  }
  const quad = (inside: boolean, a: Vertex, b: Vertex, c: Vertex, d: Vertex) => {
    if (inside) mesh.faces.push({ a, b, c, label: 0 }, { a, b: c, c: d, label: 0 })
    else mesh.faces.push({ a, b: c, c: b, label: 0 }, { a, b: d, c, label: 0 })
  }
  for (const [i0, j0, k0] of blocks)
    for (let k = Math.max(1, k0); k < k0 + BLOCK; k++)
      for (let j = Math.max(1, j0); j < j0 + BLOCK; j++)
        for (let i = Math.max(1, i0); i < i0 + BLOCK; i++) {
          const inside = valueAt(i, j, k) < 0
          if (valueAt(i + 1, j, k) < 0 !== inside)
            quad(inside, cell(i, j - 1, k - 1), cell(i, j, k - 1), cell(i, j, k), cell(i, j - 1, k))
          if (valueAt(i, j + 1, k) < 0 !== inside)
            quad(inside, cell(i - 1, j, k - 1), cell(i - 1, j, k), cell(i, j, k), cell(i, j, k - 1))
          if (valueAt(i, j, k + 1) < 0 !== inside)
            quad(inside, cell(i - 1, j - 1, k), cell(i, j - 1, k), cell(i, j, k), cell(i - 1, j, k))
        }
  return mesh
}

function blocksNear(sample: Field, [nx, ny, nz]: Vec, far: number): Vec[] {
  const blocks: Vec[] = []
  for (let k = 0; k < nz - 1; k += BLOCK)
    for (let j = 0; j < ny - 1; j += BLOCK)
      for (let i = 0; i < nx - 1; i += BLOCK)
        if (Math.abs(sample(i + BLOCK / 2, j + BLOCK / 2, k + BLOCK / 2)) < far) blocks.push([i, j, k])
  return blocks
}

// ---------------------------------------------------------------- onto the surface

const E = 0.0008
/** Moves a point onto the surface, at most `reach` a round. Four evaluations a round: most of the time is spent here. */
export function project(field: Field, p: Vertex, reach: number, rounds = 3): void {
  for (let i = 0; i < rounds; i++) {
    const { x, y, z } = p
    const d = field(x, y, z)
    if (Math.abs(d) < 2e-5) return
    const gx = (field(x + E, y, z) - d) / E
    const gy = (field(x, y + E, z) - d) / E
    const gz = (field(x, y, z + E) - d) / E
    const size = Math.sqrt(gx * gx + gy * gy + gz * gz)
    if (size < 1e-3) return
    const by = clamp(d / size, -reach, reach) / size
    p.x -= gx * by
    p.y -= gy * by
    p.z -= gz * by
  }
}

/** Evens the net out along the surface and puts it back onto it. */
export function settle(mesh: Mesh, field: Field, step: number): void {
  const sums = new Map(mesh.vertices.map((v) => [v, { x: 0, y: 0, z: 0, count: 0 }]))
  const add = (v: Vertex, w: Vertex) => {
    const sum = sums.get(v)
    if (!sum) return
    sum.x += w.x
    sum.y += w.y
    sum.z += w.z
    sum.count++
  }
  for (const { a, b, c } of mesh.faces) {
    add(a, b)
    add(b, c)
    add(c, a)
  }
  for (const [v, sum] of sums) {
    if (!sum.count) continue
    v.x += (sum.x / sum.count - v.x) * 0.5
    v.y += (sum.y / sum.count - v.y) * 0.5
    v.z += (sum.z / sum.count - v.z) * 0.5
  }
  for (const v of mesh.vertices) project(field, v, step, 2)
}

// ---------------------------------------------------------------- borders

/** Cuts the triangles along the borders of the labels, so that no colour bleeds over a triangle. */
export function cutBorders(mesh: Mesh, parts: readonly Labelled[]): void {
  const ids = new Map(mesh.vertices.map((v, i) => [v, i]))
  const labels = new Map(mesh.vertices.map((v) => [v, labelAt(parts, v)]))
  const labelOf = (v: Vertex) => labels.get(v) ?? 0
  const cuts = new Map<number, Vertex>()
  /** The point of an edge where one label ends and the other begins. */
  const border = (p: Vertex, q: Vertex): Vertex => {
    const [i, j] = [ids.get(p) ?? 0, ids.get(q) ?? 0]
    const key = i < j ? i * 1e7 + j : j * 1e7 + i
    const known = cuts.get(key)
    if (known) return known
    const cut = crease(p, q, fieldOf(parts, labelOf(p)), fieldOf(parts, labelOf(q)))
    mesh.vertices.push(cut)
    cuts.set(key, cut)
    return cut
  }
  const faces: Face[] = []
  for (const { a, b, c } of mesh.faces) {
    const [la, lb, lc] = [labelOf(a), labelOf(b), labelOf(c)]
    if (la === lb && lb === lc) faces.push({ a, b, c, label: la })
    else if (la !== lb && lb !== lc && la !== lc) {
      const [ab, bc, ca] = [border(a, b), border(b, c), border(c, a)]
      const m = { x: (ab.x + bc.x + ca.x) / 3, y: (ab.y + bc.y + ca.y) / 3, z: (ab.z + bc.z + ca.z) / 3 }
      mesh.vertices.push(m)
      faces.push({ a, b: ab, c: m, label: la }, { a, b: m, c: ca, label: la })
      faces.push({ a: b, b: bc, c: m, label: lb }, { a: b, b: m, c: ab, label: lb })
      faces.push({ a: c, b: ca, c: m, label: lc }, { a: c, b: m, c: bc, label: lc })
    } else {
      // `p` alone on its side, then q and r.
      const [p, q, r] = lb === lc ? [a, b, c] : la === lc ? [b, c, a] : [c, a, b]
      const [pq, pr] = [border(p, q), border(p, r)]
      faces.push({ a: p, b: pq, c: pr, label: labelOf(p) })
      faces.push({ a: pq, b: q, c: r, label: labelOf(q) }, { a: pq, b: r, c: pr, label: labelOf(q) })
    }
  }
  mesh.faces = faces
}
const fieldOf = (parts: readonly Labelled[], label: number): Field => {
  const part = parts[label]
  if (!part) throw new Error(`no part ${label}`)
  return part.field
}

function crease(p: Vertex, q: Vertex, fp: Field, fq: Field): Vertex {
  const on = (t: number): Vertex => ({
    x: p.x + (q.x - p.x) * t,
    y: p.y + (q.y - p.y) * t,
    z: p.z + (q.z - p.z) * t,
  })
  let [low, high] = [0, 1]
  for (let i = 0; i < 9; i++) {
    const t = (low + high) / 2
    const { x, y, z } = on(t)
    if (fp(x, y, z) < fq(x, y, z)) low = t
    else high = t
  }
  const m = on(clamp((low + high) / 2, 0.08, 0.92))
  // Onto both surfaces in turn: that is the crease between them.
  for (let i = 0; i < 6; i++) for (const field of [fp, fq]) project(field, m, 0.003, 1)
  return m
}

/** Drops connected pieces that are smaller than `size` across: crumbs of thin parts on a coarse grid. */
export function sweep(mesh: Mesh, size: number): void {
  const parent = new Map<Vertex, Vertex>()
  const find = (v: Vertex): Vertex => {
    let at = v
    for (let up = parent.get(at); up; up = parent.get(at)) at = up
    if (at !== v) parent.set(v, at)
    return at
  }
  const merge = (v: Vertex, w: Vertex) => {
    const [a, b] = [find(v), find(w)]
    if (a !== b) parent.set(a, b)
  }
  for (const { a, b, c } of mesh.faces) {
    merge(a, b)
    merge(b, c)
  }
  const boxes = new Map<Vertex, Box>()
  for (const { a, b, c } of mesh.faces) {
    const root = find(a)
    const box = boxes.get(root) ?? { low: [9, 9, 9], high: [-9, -9, -9] }
    boxes.set(root, box)
    for (const v of [a, b, c]) {
      box.low = [Math.min(box.low[0], v.x), Math.min(box.low[1], v.y), Math.min(box.low[2], v.z)]
      box.high = [Math.max(box.high[0], v.x), Math.max(box.high[1], v.y), Math.max(box.high[2], v.z)]
    }
  }
  mesh.faces = mesh.faces.filter(({ a }) => {
    const box = boxes.get(find(a))
    if (!box) return false
    const { low, high } = box
    return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) > size
  })
}
