// Quadric decimation that holds the borders between labels.
import type { Face, Mesh, Vertex } from './mesh'

export interface Decimation {
  /** Triangles to reach. */
  target: number
  /** More than 1 keeps more detail near a point. */
  weight: (v: Vertex) => number
  /** How well borders keep their line. */
  border: number
  /** What a collapse may cost (m⁴): a few triangles too many are better than a lost skirt. */
  dearest: number
}

/** The sum of squared distances to planes. */
class Quadric {
  aa = 0
  ab = 0
  ac = 0
  ad = 0
  bb = 0
  bc = 0
  bd = 0
  cc = 0
  cd = 0
  dd = 0
  addPlane(n: Vertex, d: number, weight: number): void {
    const { x: a, y: b, z: c } = n
    this.aa += a * a * weight
    this.ab += a * b * weight
    this.ac += a * c * weight
    this.ad += a * d * weight
    this.bb += b * b * weight
    this.bc += b * c * weight
    this.bd += b * d * weight
    this.cc += c * c * weight
    this.cd += c * d * weight
    this.dd += d * d * weight
  }
  set(q: Quadric): void {
    this.aa = q.aa
    this.ab = q.ab
    this.ac = q.ac
    this.ad = q.ad
    this.bb = q.bb
    this.bc = q.bc
    this.bd = q.bd
    this.cc = q.cc
    this.cd = q.cd
    this.dd = q.dd
  }
  add(q: Quadric): void {
    this.aa += q.aa
    this.ab += q.ab
    this.ac += q.ac
    this.ad += q.ad
    this.bb += q.bb
    this.bc += q.bc
    this.bd += q.bd
    this.cc += q.cc
    this.cd += q.cd
    this.dd += q.dd
  }
  at({ x, y, z }: Vertex): number {
    return (
      this.aa * x * x +
      2 * (this.ab * x * y + this.ac * x * z + this.ad * x) +
      this.bb * y * y +
      2 * (this.bc * y * z + this.bd * y) +
      this.cc * z * z +
      2 * this.cd * z +
      this.dd
    )
  }
  /** The point with the least sum, unless the planes are nearly parallel. */
  best(): Vertex | null {
    const { aa: a, ab: b, ac: c, ad: d, bb: e, bc: f, bd: g, cc: h, cd: i } = this
    const det = a * (e * h - f * f) - b * (b * h - f * c) + c * (b * f - e * c)
    const scale = (a + e + h) / 3
    if (Math.abs(det) < 1e-4 * scale ** 3) return null
    return {
      x: -(d * (e * h - f * f) - b * (g * h - f * i) + c * (g * f - e * i)) / det,
      y: -(a * (g * h - f * i) - d * (b * h - f * c) + c * (b * i - g * c)) / det,
      z: -(a * (e * i - g * f) - b * (b * i - g * c) + d * (b * f - e * c)) / det,
    }
  }
}

/** How tied down a node is. */
const INSIDE = 0
const ON_BORDER = 1
const CORNER = 2

interface Node extends Vertex {
  id: number
  q: Quadric
  star: Set<Triangle>
  kind: number
  /** Grows with each collapse: offers made before are void. */
  version: number
  /** The last look around that met this node. */
  mark: number
}
interface Triangle {
  nodes: [Node, Node, Node]
  label: number
}
interface Offer {
  u: Node
  v: Node
  uVersion: number
  vVersion: number
  at: Vertex
}

/** Collapses the cheapest edge until few enough triangles are left, or until the next one costs too much. */
export function decimate(mesh: Mesh, options: Decimation): Mesh {
  const triangles = trianglesOf(mesh.faces)
  const edges = measure(triangles, options)
  const heap = new Heap()
  const offer = (u: Node, v: Node) => {
    const at = placeOf(u, v)
    const e = sub(u, v)
    const cost = (u.q.at(at) + v.q.at(at) + dot(e, e) * 1e-8) * (u.kind + v.kind === 2 * CORNER ? 4 : 1)
    heap.push(cost, { u, v, uVersion: u.version, vVersion: v.version, at })
  }
  for (const [u, v] of edges) offer(u, v)
  for (let count = triangles.size; count > options.target; ) {
    const next = heap.pop(options.dearest)
    if (!next) break
    const { u, v, at } = next
    if (u.version !== next.uVersion || v.version !== next.vVersion) continue
    const common = shared(u, v)
    if (!mayCollapse(u, v, at, common)) continue
    const [keep, drop] = v.kind > u.kind ? [v, u] : [u, v]
    for (const t of common) {
      triangles.delete(t)
      count--
      for (const node of t.nodes) node.star.delete(t)
    }
    for (const t of drop.star) {
      t.nodes = t.nodes.map((node) => (node === drop ? keep : node)) as [Node, Node, Node]
      keep.star.add(t)
    }
    drop.star.clear()
    keep.x = at.x
    keep.y = at.y
    keep.z = at.z
    keep.q.add(drop.q)
    keep.version++
    drop.version++
    for (const w of around(keep)) offer(keep, w)
  }
  return compact(triangles)
}

function trianglesOf(faces: readonly Face[]): Set<Triangle> {
  const nodes = new Map<Vertex, Node>()
  const nodeOf = (v: Vertex): Node => {
    const known = nodes.get(v)
    if (known) return known
    const node: Node = {
      ...v,
      id: nodes.size,
      q: new Quadric(),
      star: new Set(),
      kind: INSIDE,
      version: 0,
      mark: 0,
    }
    nodes.set(v, node)
    return node
  }
  const triangles = new Set<Triangle>()
  for (const { a, b, c, label } of faces) {
    const t: Triangle = { nodes: [nodeOf(a), nodeOf(b), nodeOf(c)], label }
    for (const node of t.nodes) node.star.add(t)
    triangles.add(t)
  }
  return triangles
}

/** Fills the quadrics and finds the borders; returns every edge once. */
function measure(triangles: Set<Triangle>, { weight, border }: Decimation): [Node, Node][] {
  const degree = new Map<Node, number>()
  const seen = new Set<number>()
  const edges: [Node, Node][] = []
  for (const t of triangles) {
    const [a, b, c] = t.nodes
    const n = cross(sub(b, a), sub(c, a))
    const area = len(n)
    if (area < 1e-14) continue
    const flat = times(n, 1 / area)
    for (const node of t.nodes) node.q.addPlane(flat, -dot(flat, a), area * weight(node))
    for (const [u, v] of [
      [a, b],
      [b, c],
      [c, a],
    ] as [Node, Node][]) {
      const key = u.id < v.id ? u.id * 2 ** 24 + v.id : v.id * 2 ** 24 + u.id
      if (seen.has(key)) continue
      seen.add(key)
      edges.push([u, v])
      if (!isBorder(shared(u, v))) continue
      degree.set(u, (degree.get(u) ?? 0) + 1)
      degree.set(v, (degree.get(v) ?? 0) + 1)
      // A plane across the border keeps its line where it is.
      const e = sub(v, u)
      const side = cross(flat, e)
      const across = times(side, 1 / (len(side) || 1))
      const strength = dot(e, e) * border * weight(u)
      for (const node of [u, v]) node.q.addPlane(across, -dot(across, u), strength)
    }
  }
  for (const [node, count] of degree) node.kind = count === 2 ? ON_BORDER : CORNER
  return edges
}

function shared(u: Node, v: Node): Triangle[] {
  const out: Triangle[] = []
  for (const t of u.star) if (v.star.has(t)) out.push(t)
  return out
}
const isBorder = (common: Triangle[]): boolean => common.length !== 2 || common[0]?.label !== common[1]?.label

function around(v: Node): Set<Node> {
  const out = new Set<Node>()
  for (const t of v.star) for (const node of t.nodes) if (node !== v) out.add(node)
  return out
}

const pair = new Quadric()
function placeOf(u: Node, v: Node): Vertex {
  if (u.kind === CORNER || u.kind > v.kind) return { x: u.x, y: u.y, z: u.z }
  if (v.kind === CORNER || v.kind > u.kind) return { x: v.x, y: v.y, z: v.z }
  pair.set(u.q)
  pair.add(v.q)
  const m = { x: (u.x + v.x) / 2, y: (u.y + v.y) / 2, z: (u.z + v.z) / 2 }
  const best = pair.best()
  if (best && len(sub(best, m)) < len(sub(u, v)) * 1.2) return best
  const [cu, cv, cm] = [pair.at(u), pair.at(v), pair.at(m)]
  if (cm < cu && cm < cv) return m
  return cv < cu ? { x: v.x, y: v.y, z: v.z } : { x: u.x, y: u.y, z: u.z }
}

let looks = 0
/** How many nodes are neighbours of both. */
function commonNeighbours(u: Node, v: Node): number {
  const ofU = ++looks
  for (const t of u.star) for (const node of t.nodes) node.mark = ofU
  u.mark = 0
  v.mark = 0
  const counted = ++looks
  let count = 0
  for (const t of v.star)
    for (const node of t.nodes) {
      if (node.mark === ofU) count++
      node.mark = counted
    }
  return count
}

function mayCollapse(u: Node, v: Node, at: Vertex, common: Triangle[]): boolean {
  if (!common.length) return false
  if (u.kind && v.kind && !isBorder(common)) return false
  return commonNeighbours(u, v) === common.length && !folds(u, at, common) && !folds(v, at, common)
}

/** Whether a triangle around `v` would turn over or become a splinter. */
function folds(v: Node, at: Vertex, common: Triangle[]): boolean {
  for (const t of v.star) {
    if (common.includes(t)) continue
    const [a, b, c] = t.nodes
    const [p, q, r] = [a === v ? at : a, b === v ? at : b, c === v ? at : c]
    const before = cross(sub(b, a), sub(c, a))
    const after = cross(sub(q, p), sub(r, p))
    const [l0, l1] = [len(before), len(after)]
    if (l0 > 1e-12 && dot(before, after) < 0.25 * l0 * l1) return true
    const longest = Math.max(square(sub(p, q)), square(sub(q, r)), square(sub(r, p)))
    if (l1 < longest * 0.03) return true
  }
  return false
}

function compact(triangles: Set<Triangle>): Mesh {
  const vertices = new Map<Node, Vertex>()
  const vertexOf = (node: Node): Vertex => {
    const known = vertices.get(node)
    if (known) return known
    const vertex = { x: node.x, y: node.y, z: node.z }
    vertices.set(node, vertex)
    return vertex
  }
  const faces = [...triangles].map(({ nodes: [a, b, c], label }) => ({
    a: vertexOf(a),
    b: vertexOf(b),
    c: vertexOf(c),
    label,
  }))
  return { vertices: [...vertices.values()], faces }
}

const sub = (a: Vertex, b: Vertex): Vertex => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z })
const dot = (a: Vertex, b: Vertex): number => a.x * b.x + a.y * b.y + a.z * b.z
const square = (a: Vertex): number => dot(a, a)
const len = (a: Vertex): number => Math.sqrt(dot(a, a))
const times = (a: Vertex, by: number): Vertex => ({ x: a.x * by, y: a.y * by, z: a.z * by })
const cross = (a: Vertex, b: Vertex): Vertex => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
})

/** Offers, the cheapest first. */
class Heap {
  private readonly keys: number[] = []
  private readonly values: Offer[] = []
  push(key: number, value: Offer): void {
    const { keys, values } = this
    let i = keys.length
    while (i > 0) {
      const up = (i - 1) >> 1
      if ((keys[up] as number) <= key) break
      keys[i] = keys[up] as number
      values[i] = values[up] as Offer
      i = up
    }
    keys[i] = key
    values[i] = value
  }
  /** The cheapest offer, or nothing if it costs more than `dearest`. */
  pop(dearest: number): Offer | undefined {
    const { keys, values } = this
    const top = values[0]
    if (!top || (keys[0] as number) > dearest) return undefined
    const key = keys.pop() as number
    const value = values.pop() as Offer
    const n = keys.length
    if (n === 0) return top
    let i = 0
    for (;;) {
      let down = 2 * i + 1
      if (down >= n) break
      if (down + 1 < n && (keys[down + 1] as number) < (keys[down] as number)) down++
      if ((keys[down] as number) >= key) break
      keys[i] = keys[down] as number
      values[i] = values[down] as Offer
      i = down
    }
    keys[i] = key
    values[i] = value
    return top
  }
}
