// Files of pieces. Numbers are quantised, stored plane by plane as the difference to the vertex before, low bytes before
// high bytes, so that brotli finds the small ones together. Nothing here knows files or the GPU.
import { BONE_COUNT } from './skeleton'
import { DYES } from './styles'

/** A mesh with what the shader needs; n vertices. */
export interface Piece {
  name: string
  /** x, y, z in metres. */
  position: Float32Array
  /** x, y, z, length 1. */
  normal: Float32Array
  /** Index of `DYES`. */
  dye: Uint8Array
  /** Open to the sky 0..1, tone 0..1 (a factor of the dye). */
  shade: Float32Array
  /** Across a lock of hair, 0..64, repeats after 32; along it, 0..1. */
  strand: Float32Array
  /** Four bones a vertex. */
  joints: Uint8Array
  /** Four weights a vertex; their sum is 255. */
  weights: Uint8Array
  /** Three vertices a triangle, counter-clockwise from outside. */
  index: Uint16Array
}

const MAGIC = 0x31657057 // 'Wpe1'
const POSITION_STEPS = 16383
const NORMAL_STEPS = 1023
const STRAND_STEPS = 512 // of one strand
const HEADER_BYTES = 4 + 24

/** Signed to unsigned, small to small. */
const zigzag = (v: number) => (v << 1) ^ (v >> 31)
const unzigzag = (v: number) => (v >>> 1) ^ -(v & 1)

export function encodePieces(pieces: readonly Piece[]): Uint8Array {
  const out: number[] = []
  const u16 = (v: number) => out.push(v & 255, v >> 8)
  const f32 = (v: number) => out.push(...new Uint8Array(new Float32Array([v]).buffer))
  out.push(...new Uint8Array(new Uint32Array([MAGIC]).buffer))
  u16(pieces.length)
  for (const piece of pieces) {
    const name = new TextEncoder().encode(piece.name)
    out.push(name.length, ...name)
    const count = piece.dye.length
    if (count > 65535 || piece.index.length / 3 > 65535) throw new Error(`${piece.name}: too many vertices`)
    u16(count)
    u16(piece.index.length / 3)
    const [low, span] = boxOf(piece.position)
    for (const v of [...low, ...span]) f32(v)
    for (const plane of planesOf(piece, low, span)) {
      let before = 0
      const codes = plane.values.map((v) => {
        // One byte holds every difference of two bytes, modulo 256.
        const step = plane.wide ? v - before : ((v - before + 128) & 255) - 128
        before = v
        return zigzag(step)
      })
      for (const code of codes) out.push(code & 255)
      if (plane.wide) for (const code of codes) out.push(code >> 8)
    }
    // Below the highest vertex so far: a new vertex is 0, its neighbours are small.
    let next = 0
    const codes = Array.from(piece.index, (v) => {
      const code = next - v
      if (code === 0) next++
      return code
    })
    for (const code of codes) out.push(code & 255)
    for (const code of codes) out.push(code >> 8)
  }
  return new Uint8Array(out)
}

type Three = [number, number, number]
function boxOf(position: Float32Array): [low: Three, span: Three] {
  const low: Three = [Infinity, Infinity, Infinity]
  const high: Three = [-Infinity, -Infinity, -Infinity]
  position.forEach((v, i) => {
    const k = (i % 3) as 0 | 1 | 2
    low[k] = Math.min(low[k], v)
    high[k] = Math.max(high[k], v)
  })
  const f = (v: number) => Math.fround(v)
  return [
    [f(low[0]), f(low[1]), f(low[2])],
    [f(high[0] - low[0]), f(high[1] - low[1]), f(high[2] - low[2])],
  ]
}

interface Plane {
  values: number[]
  /** Two bytes a vertex. */
  wide: boolean
}
function planesOf(piece: Piece, low: Three, span: Three): Plane[] {
  const count = piece.dye.length
  const plane = (wide: boolean, value: (v: number) => number): Plane => ({
    wide,
    values: Array.from({ length: count }, (_, v) => value(v)),
  })
  const unit = (v: number, steps: number) => Math.round(Math.max(0, Math.min(1, v)) * steps)
  const normals = Array.from({ length: count }, (_, v) => {
    const n = piece.normal.subarray(3 * v, 3 * v + 3)
    return octahedral(n[0] as number, n[1] as number, n[2] as number)
  })
  return [
    ...([0, 1, 2] as const).map((k) =>
      plane(true, (v) =>
        unit(((piece.position[3 * v + k] as number) - low[k]) / (span[k] || 1), POSITION_STEPS),
      ),
    ),
    ...([0, 1] as const).map((k) => plane(true, (v) => unit((normals[v]?.[k] ?? 0) / 2 + 0.5, NORMAL_STEPS))),
    plane(false, (v) => piece.dye[v] as number),
    ...[0, 1].map((k) => plane(true, (v) => unit(piece.shade[2 * v + k] as number, 255))),
    plane(true, (v) =>
      Math.max(0, Math.min(32767, Math.round((piece.strand[2 * v] as number) * STRAND_STEPS))),
    ),
    plane(true, (v) => unit(piece.strand[2 * v + 1] as number, 255)),
    ...[0, 1, 2, 3].map((k) => plane(false, (v) => piece.joints[4 * v + k] as number)),
    // The first weight is what the others leave of 255.
    ...[1, 2, 3].map((k) => plane(false, (v) => piece.weights[4 * v + k] as number)),
  ]
}

/** A direction as a point of a square, -1..1. */
function octahedral(x: number, y: number, z: number): [number, number] {
  const l = Math.abs(x) + Math.abs(y) + Math.abs(z) || 1
  const [u, v] = [x / l, y / l]
  if (z >= 0) return [u, v]
  return [(1 - Math.abs(v)) * (u < 0 ? -1 : 1), (1 - Math.abs(u)) * (v < 0 ? -1 : 1)]
}

/** The pieces of a file by name. Throws for a file that is truncated or damaged. */
export function decodePieces(bytes: Uint8Array): Map<string, Piece> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    const from = at
    at += length
    if (at > bytes.length) throw new Error('file of pieces: truncated')
    return from
  }
  if (view.byteLength < 6 || view.getUint32(take(4), true) !== MAGIC)
    throw new Error('file of pieces: unknown format')
  const pieces = new Map<string, Piece>()
  for (let left = view.getUint16(take(2), true); left > 0; left--) {
    const nameBytes = bytes[take(1)] as number
    const start = take(nameBytes)
    const name = new TextDecoder().decode(bytes.subarray(start, start + nameBytes))
    const header = take(HEADER_BYTES)
    const count = view.getUint16(header, true)
    const corners = view.getUint16(header + 2, true) * 3
    const float = (i: number) => view.getFloat32(header + 4 + 4 * i, true)
    /** One plane of `count` numbers. */
    const plane = (wide: boolean): Int32Array => {
      const from = take(wide ? 2 * count : count)
      const values = new Int32Array(count)
      let value = 0
      for (let v = 0; v < count; v++) {
        const code = (bytes[from + v] as number) | (wide ? (bytes[from + count + v] as number) << 8 : 0)
        value += unzigzag(code)
        if (!wide) value &= 255
        values[v] = value
      }
      return values
    }
    const piece = emptyPiece(name, count, corners)
    for (let k = 0; k < 3; k++) {
      const [low, scale] = [float(k), float(k + 3) / POSITION_STEPS]
      plane(true).forEach((q, v) => {
        piece.position[3 * v + k] = low + q * scale
      })
    }
    readNormals(piece.normal, plane(true), plane(true))
    put(piece.dye, 1, 0, plane(false), DYES.length - 1)
    for (let k = 0; k < 2; k++) put(piece.shade, 2, k, plane(true), 255, 1 / 255)
    put(piece.strand, 2, 0, plane(true), 32767, 1 / STRAND_STEPS)
    put(piece.strand, 2, 1, plane(true), 255, 1 / 255)
    for (let k = 0; k < 4; k++) put(piece.joints, 4, k, plane(false), BONE_COUNT - 1)
    for (let k = 1; k < 4; k++) put(piece.weights, 4, k, plane(false), 255)
    for (let w = 0; w < 4 * count; w += 4) {
      const [, a, b, c] = piece.weights.subarray(w, w + 4) as unknown as [number, number, number, number]
      if (a + b + c > 255) throw new Error(`${name}: weights out of range`)
      piece.weights[w] = 255 - a - b - c
    }
    const from = take(2 * corners)
    let next = 0
    for (let c = 0; c < corners; c++) {
      const code = (bytes[from + c] as number) | ((bytes[from + corners + c] as number) << 8)
      const vertex = next - code
      if (code === 0) next++
      if (vertex < 0 || vertex >= count) throw new Error(`${name}: index out of range`)
      piece.index[c] = vertex
    }
    pieces.set(name, piece)
  }
  if (at !== bytes.length) throw new Error('file of pieces: bytes after the last piece')
  return pieces
}

const emptyPiece = (name: string, count: number, corners: number): Piece => ({
  name,
  position: new Float32Array(3 * count),
  normal: new Float32Array(3 * count),
  dye: new Uint8Array(count),
  shade: new Float32Array(2 * count),
  strand: new Float32Array(2 * count),
  joints: new Uint8Array(4 * count),
  weights: new Uint8Array(4 * count),
  index: new Uint16Array(corners),
})

/** Writes a plane into every `size`th place from `k`; throws for numbers outside 0..most. */
function put(
  target: Float32Array | Uint8Array,
  size: number,
  k: number,
  values: Int32Array,
  most: number,
  scale = 1,
): void {
  values.forEach((value, v) => {
    if (value < 0 || value > most) throw new Error('file of pieces: number out of range')
    target[size * v + k] = value * scale
  })
}

function readNormals(normal: Float32Array, us: Int32Array, vs: Int32Array): void {
  us.forEach((q, i) => {
    const u = (q / NORMAL_STEPS) * 2 - 1
    const v = ((vs[i] as number) / NORMAL_STEPS) * 2 - 1
    const z = 1 - Math.abs(u) - Math.abs(v)
    const x = z >= 0 ? u : (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    const y = z >= 0 ? v : (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    const l = Math.sqrt(x * x + y * y + z * z) || 1
    normal[3 * i] = x / l
    normal[3 * i + 1] = y / l
    normal[3 * i + 2] = z / l
  })
}
