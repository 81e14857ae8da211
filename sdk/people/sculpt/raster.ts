// Pieces seen from the front as a map of points: which dye, how far to the front, how bright.
import type { Piece } from '../src/codec'
import { CHIN, UNIT_M } from '../src/face-cells'
import { BONE, type Body, matricesOf, poseOf } from '../src/skeleton'
import { unit, type Vec } from './sdf'

/** A square picture. */
export interface Frame {
  /** Width and height of the box in units. */
  side: number
  /** What leaves the box is traced a little further, so that its outline closes where nobody sees it. */
  margin: number
  /** Points a unit. */
  fine: number
  /** From metres (x to the person's left, y up) to units (y down). */
  toUnits(x: number, y: number): [number, number]
}
export const pointsOf = ({ side, margin, fine }: Frame): number => (side + 2 * margin) * fine

/** A part of a picture, in points; the edges belong to it. */
export interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Raster {
  /** Where there is anything. */
  area: Area
  /** Points a row; there are as many rows. */
  size: number
  /** 255 where there is nothing. */
  dye: Uint8Array
  /** Metres to the front; -9 where there is nothing. */
  z: Float32Array
  light: Float32Array
}

const IDLE = poseOf({
  leftShoulder: [0, 0, -0.06],
  rightShoulder: [0, 0, 0.06],
  leftUpperArm: [0.06, 0, -1.24],
  rightUpperArm: [0.06, 0, 1.24],
  leftLowerArm: [0, -0.22, -0.06],
  rightLowerArm: [0, 0.22, 0.06],
})
const TO_LIGHT = unit([0.5, 0.62, 0.6])

/** The box of the portrait: the head of every body comes to the same place. */
export function portraitFrame(body: Body): Frame {
  const bones = matricesOf(body, IDLE)
  const b = 12 * BONE.head
  const chin = (bones[b + 5] as number) * CHIN.m + (bones[b + 7] as number)
  return {
    side: 240,
    margin: 12,
    fine: 3,
    toUnits: (x, y) => [120 + x / UNIT_M, CHIN.unit - (y - chin) / UNIT_M],
  }
}

/** A box of `side` units around pieces. */
export function fittedFrame(pieces: readonly Piece[], body: Body, side: number): Frame {
  const all = pieces.flatMap((piece) => posed(piece, body))
  const range = (k: 0 | 1) =>
    [Math.min(...all.map(({ at }) => at[k])), Math.max(...all.map(({ at }) => at[k]))] as const
  const [[left, right], [low, high]] = [range(0), range(1)]
  const scale = (side - 8) / Math.max(right - left, high - low)
  const [x0, y0] = [(left + right) / 2, (low + high) / 2]
  return {
    side,
    margin: 2,
    fine: 6,
    toUnits: (x, y) => [side / 2 + (x - x0) * scale, side / 2 - (y - y0) * scale],
  }
}

interface Corner {
  at: Vec
  light: number
  /** Share of the bone `head`. */
  head: number
}

/** The vertices in the pose of the portrait. */
function posed(piece: Piece, body: Body): Corner[] {
  const bones = matricesOf(body, IDLE)
  return Array.from(piece.dye, (_, v) => {
    const at: Vec = [0, 0, 0]
    const normal: Vec = [0, 0, 0]
    let head = 0
    for (let k = 0; k < 4; k++) {
      const share = (piece.weights[4 * v + k] as number) / 255
      if (share === 0) continue
      const bone = piece.joints[4 * v + k] as number
      if (bone === BONE.head) head += share
      for (const row of [0, 1, 2] as const) {
        const m = 12 * bone + 4 * row
        const sum = (of: Float32Array) =>
          (bones[m] as number) * (of[3 * v] as number) +
          (bones[m + 1] as number) * (of[3 * v + 1] as number) +
          (bones[m + 2] as number) * (of[3 * v + 2] as number)
        at[row] += share * (sum(piece.position) + (bones[m + 3] as number))
        normal[row] += share * sum(piece.normal)
      }
    }
    const n = unit(normal)
    const lit = n[0] * TO_LIGHT[0] + n[1] * TO_LIGHT[1] + n[2] * TO_LIGHT[2]
    const open = piece.shade[2 * v] as number
    const light = (0.42 + 0.58 * open) * (0.55 + 0.45 * Math.max(0, lit)) * (piece.shade[2 * v + 1] as number)
    return { at, light, head }
  })
}

/** `seen` leaves out triangles by the share of the bone `head` of their points. */
export function raster(
  pieces: readonly Piece[],
  body: Body,
  frame: Frame,
  seen: (piece: Piece, head: number) => boolean = () => true,
): Raster {
  const size = pointsOf(frame)
  const out: Raster = {
    area: { left: size, right: 0, top: size, bottom: 0 },
    size,
    dye: new Uint8Array(size * size).fill(255),
    z: new Float32Array(size * size).fill(-9),
    light: new Float32Array(size * size),
  }
  for (const piece of pieces) {
    const corners = posed(piece, body).map(({ at, light, head }) => {
      const [u, v] = frame.toUnits(at[0], at[1])
      return { x: (u + frame.margin) * frame.fine, y: (v + frame.margin) * frame.fine, z: at[2], light, head }
    })
    for (let t = 0; t < piece.index.length; t += 3) {
      const first = piece.index[t] as number
      const [a, b, c] = [0, 1, 2].map((k) => corners[piece.index[t + k] as number] as Point) as [
        Point,
        Point,
        Point,
      ]
      if (seen(piece, (a.head + b.head + c.head) / 3)) fill(out, a, b, c, piece.dye[first] as number)
    }
  }
  return out
}

interface Point {
  x: number
  y: number
  z: number
  light: number
  head: number
}
function fill(out: Raster, a: Point, b: Point, c: Point, dye: number): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  if (area >= 0) return // seen from behind
  const { size, area: seen } = out
  const low = (p: number, q: number, r: number) => Math.max(0, Math.floor(Math.min(p, q, r)))
  const high = (p: number, q: number, r: number) => Math.min(size - 1, Math.ceil(Math.max(p, q, r)))
  const [left, right] = [low(a.x, b.x, c.x), high(a.x, b.x, c.x)]
  const [top, bottom] = [low(a.y, b.y, c.y), high(a.y, b.y, c.y)]
  seen.left = Math.min(seen.left, left)
  seen.right = Math.max(seen.right, right)
  seen.top = Math.min(seen.top, top)
  seen.bottom = Math.max(seen.bottom, bottom)
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const u = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area
      const v = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area
      if (u < 0 || v < 0 || u + v > 1) continue
      const z = a.z + (b.z - a.z) * u + (c.z - a.z) * v
      const i = y * size + x
      if (z <= (out.z[i] as number)) continue
      out.z[i] = z
      out.light[i] = a.light + (b.light - a.light) * u + (c.light - a.light) * v
      out.dye[i] = dye
    }
}
