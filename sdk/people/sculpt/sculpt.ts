// One recipe to a mesh with everything that a shader needs: place, normal, dye, shade, strands, bones.
import type { Piece } from '../src/codec'
import { DYES, type Dye } from '../src/styles'
import { decimate } from './decimate'
import {
  cutBorders,
  type Face,
  type Mesh,
  polygonise,
  project,
  settle,
  sweep,
  union,
  type Vertex,
} from './mesh'
import type { ByLevel, Level, Part, Recipe } from './part'
import { clamp, cross, type Field, join, normalOf, unit, type Vec } from './sdf'
import { weightsAt } from './weights'

/** How far the gradient reaches (m): coarse levels get softer normals. */
const SOFT: ByLevel = [0.0022, 0.005, 0.011, 0.018]
/** Bones that move one vertex. */
const MOST_BONES: ByLevel = [4, 4, 2, 1]
/** How well `decimate` holds borders, and what a collapse may cost at most. */
const BORDER: ByLevel = [6, 3, 1, 0.5]
const DEAREST: ByLevel = [1, 1, 8e-5, 4e-4]
/** Connected pieces below this size (m) are crumbs. */
const CRUMB: ByLevel = [0.012, 0.03, 0.07, 0.1]
/** How far a vertex may lie off the surface (m). */
const STRAY: ByLevel = [0.004, 0.006, 0.009, 0.014]
/** Fillet between parts of one dye that are merged. */
const MELT: ByLevel = [0, 0.008, 0.02, 0.03]

export function sculpt(recipe: Recipe): Piece {
  const { level } = recipe
  const parts = merged(level, recipe.parts)
  const field = union(parts)
  const fine = polygonise(field, recipe.box, recipe.step)
  settle(fine, field, recipe.step)
  cutBorders(fine, parts)
  // Faces against the inside of another piece are not drawn. They go after `cutBorders`, so that the rim they leave is sharp.
  fine.faces = fine.faces.filter(({ label }) => parts[label]?.dye !== 'void')
  sweep(fine, CRUMB[level])
  const mesh = decimate(fine, {
    target: recipe.triangles,
    weight: recipe.near,
    border: BORDER[level],
    dearest: DEAREST[level],
  })
  // The best corner for planes that are nearly parallel may be far out: bring it back.
  for (const p of mesh.vertices) {
    const d = field(p.x, p.y, p.z)
    const off = Math.sign(d) * STRAY[level]
    if (Math.abs(d) > STRAY[level]) project((x, y, z) => field(x, y, z) - off, p, 0.02)
  }
  return dress({ ...recipe, parts }, mesh, field)
}

/** Fewer borders on coarse levels: locks of hair flow together, then cloth with its hems. */
function merged(level: Level, parts: readonly Part[]): Part[] {
  const isSame = (a: Part, b: Part) =>
    a.dye === b.dye && a.kind === b.kind && (a.dye === 'hair' ? level > 0 : level > 1)
  const groups: [Part, ...Part[]][] = []
  for (const part of parts) {
    const group = groups.find(([first]) => isSame(first, part))
    if (group) group.push(part)
    else groups.push([part])
  }
  return groups.map(([first, ...rest]) =>
    rest.length
      ? { ...first, field: join(MELT[level], first.field, ...rest.map(({ field }) => field)) }
      : first,
  )
}

/** A vertex of the mesh as seen by one part: parts beside a border have their own normals. */
interface Corner {
  at: Vertex
  part: Part
  /** A strand that begins anew within its triangle is counted on. */
  turnOver: boolean
}

function dress(recipe: Recipe, mesh: Mesh, field: Field): Piece {
  const corners: Corner[] = []
  const known = new Map<Vertex, Map<string, number>>()
  const cornerOf = (at: Vertex, label: number, turnOver: boolean): number => {
    const part = recipe.parts[label]
    if (!part) throw new Error(`${recipe.name}: no part ${label}`)
    const key = `${label}:${turnOver}`
    const here = known.get(at) ?? new Map<string, number>()
    known.set(at, here)
    const seen = here.get(key)
    if (seen !== undefined) return seen
    here.set(key, corners.length)
    corners.push({ at, part, turnOver })
    return corners.length - 1
  }
  const index = inOrder(mesh.faces).flatMap(({ a, b, c, label }) => {
    const strand = recipe.parts[label]?.strand
    const across = [a, b, c].map((v) => (strand ? strand(v.x, v.y, v.z)[0] : 0))
    const isWide = Math.max(...across) - Math.min(...across) > 16
    return [a, b, c].map((v, i) => cornerOf(v, label, isWide && (across[i] as number) < 16))
  })
  const count = corners.length
  const piece: Piece = {
    name: recipe.name,
    position: new Float32Array(3 * count),
    normal: new Float32Array(3 * count),
    dye: new Uint8Array(count),
    shade: new Float32Array(2 * count),
    strand: new Float32Array(2 * count),
    joints: new Uint8Array(4 * count),
    weights: new Uint8Array(4 * count),
    index: new Uint16Array(index),
  }
  const { sleeve, body, level } = recipe
  corners.forEach(({ at, part, turnOver }, i) => {
    const { x, y, z } = at
    const n = normalOf(part.field, at, Math.max(recipe.soft, SOFT[level]))
    const [across, along] = part.strand?.(x, y, z) ?? [0, 0]
    const shares = weightsAt(x, y, z, {
      kind: part.kind ?? recipe.kind,
      ...(sleeve && { sleeve }),
      ...(body && { body }),
    })
    const moved = strongest(shares, MOST_BONES[level])
    piece.position.set([x, y, z], 3 * i)
    piece.normal.set(n, 3 * i)
    piece.dye[i] = DYES.indexOf(part.dye as Dye)
    piece.shade.set([openness([field, recipe.shadow], at, n), part.tone ?? 1], 2 * i)
    piece.strand.set([across + (turnOver ? 32 : 0), along], 2 * i)
    piece.joints.set(
      moved.map(({ bone }) => bone),
      4 * i,
    )
    piece.weights.set(
      moved.map(({ weight }) => weight),
      4 * i,
    )
  })
  return piece
}

/** Neighbours follow each other (along a curve through space), so that a GPU computes most vertices once. */
function inOrder(faces: readonly Face[]): Face[] {
  const code = ({ a, b, c }: Face) => {
    const middle = [a.x + b.x + c.x, a.y + b.y + c.y, a.z + b.z + c.z].map((sum) => (sum / 3 + 0.7) * 400)
    let key = 0
    for (let bit = 9; bit >= 0; bit--) for (const v of middle) key = key * 2 + ((v >> bit) & 1)
    return key
  }
  return faces
    .map((face) => ({ face, key: code(face) }))
    .sort((a, b) => a.key - b.key)
    .map(({ face }) => face)
}

/** The strongest four bones, in 255ths that add up to 255. */
function strongest(shares: Float64Array, most: number): { bone: number; weight: number }[] {
  const four = Array.from(shares, (share, bone) => ({ bone, share }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 4)
    .map((one, i) => (i < most ? one : { bone: 0, share: 0 }))
  const sum = four.reduce((total, { share }) => total + share, 0)
  const bytes = four.map(({ bone, share }) => {
    const weight = Math.round((share / sum) * 255)
    return { bone: weight > 0 ? bone : 0, weight }
  })
  const [first] = bytes
  if (first) first.weight += 255 - bytes.reduce((total, { weight }) => total + weight, 0)
  return bytes
}

// ---------------------------------------------------------------- soft shade

/** Even directions over the half sphere. */
const RAYS = Array.from({ length: 40 }, (_, i): Vec => {
  const h = 1 - (i + 0.5) / 42
  const a = i * 2.39996
  const r = Math.sqrt(1 - h * h)
  return [r * Math.cos(a), h, r * Math.sin(a)]
})
const ALL_OPEN = RAYS.reduce((sum, [, h]) => sum + h, 0)
const STEPS_M = [0.008, 0.02, 0.042, 0.08, 0.14, 0.24]

/** How open to the sky a point is, 0..1: dark in folds and under the chin. */
function openness(scene: readonly Field[], p: Vertex, n: Vec): number {
  const t = unit(cross(Math.abs(n[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], n))
  const b = cross(n, t)
  const [x, y, z] = [p.x + n[0] * 0.003, p.y + n[1] * 0.003, p.z + n[2] * 0.003]
  let sum = 0
  for (const [rx, ry, rz] of RAYS) {
    const dx = t[0] * rx + n[0] * ry + b[0] * rz
    const dy = t[1] * rx + n[1] * ry + b[1] * rz
    const dz = t[2] * rx + n[2] * ry + b[2] * rz
    let open = 1
    for (const s of STEPS_M) {
      for (const field of scene)
        if (open > 0)
          open = Math.min(open, clamp((field(x + dx * s, y + dy * s, z + dz * s) / s) * 2.2 + 0.12))
      if (open === 0) break
    }
    sum += open * ry
  }
  return sum / ALL_OPEN
}
