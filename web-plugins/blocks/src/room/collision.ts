// The solid world of a scene: boxes and cylinders in a grid of cells. Rays for the camera, floors and push-out for
// people. The camera and people use the same solids, so that neither sees what the other does not.
import { kindOf, type Solid } from './kinds'
import { modelSolids } from './kinds/models'
import { type Scene, type SceneObject, toScene } from './scene'

const CELL_M = 2

interface SolidInScene {
  x: number
  z: number
  /** Of a box; zero for a cylinder. */
  halfX: number
  halfZ: number
  /** Of a cylinder; zero for a box. */
  radius: number
  cos: number
  sin: number
  bottom: number
  top: number
}

export interface Vector {
  x: number
  y: number
  z: number
}

export class World {
  private readonly cells = new Map<number, SolidInScene[]>()
  private readonly solids: SolidInScene[] = []

  readonly size: number

  constructor(size: number) {
    this.size = size
  }

  static of(scene: Scene): World {
    const world = new World(scene.size)
    for (const object of scene.objects) {
      for (const solid of solidsOf(object)) world.add(inScene(object, solid))
    }
    return world
  }

  add(solid: SolidInScene) {
    this.solids.push(solid)
    const reach = solid.radius || Math.hypot(solid.halfX, solid.halfZ)
    for (let i = cellOf(solid.x - reach); i <= cellOf(solid.x + reach); i++) {
      for (let j = cellOf(solid.z - reach); j <= cellOf(solid.z + reach); j++) {
        const key = keyOf(i, j)
        const cell = this.cells.get(key)
        if (cell) cell.push(solid)
        else this.cells.set(key, [solid])
      }
    }
  }

  /** The floor under a point: the highest top that feet at `y` can be on or step onto. */
  floor(x: number, z: number, y: number, step: number): number {
    let floor = 0
    for (const solid of this.near(x, z)) {
      if (solid.top <= y + step && solid.top > floor && distanceTo(solid, x, z) <= 0) floor = solid.top
    }
    return floor
  }

  /** The point moved out of all solids between the heights, and within the ground. */
  pushOut(x: number, z: number, radius: number, low: number, high: number): { x: number; z: number } {
    const at = { x: this.clamp(x, radius), z: this.clamp(z, radius) }
    for (let round = 0; round < 3; round++) {
      let isFree = true
      for (const solid of this.near(at.x, at.z)) {
        if (solid.top <= low || solid.bottom >= high) continue
        if (push(solid, at, radius)) isFree = false
      }
      if (isFree) break
    }
    return { x: this.clamp(at.x, radius), z: this.clamp(at.z, radius) }
  }

  isFree(x: number, z: number, radius: number, low: number, high: number): boolean {
    if (x < radius || z < radius || x > this.size - radius || z > this.size - radius) return false
    return !this.near(x, z).some(
      (solid) => solid.top > low && solid.bottom < high && distanceTo(solid, x, z) < radius,
    )
  }

  /** The share of the segment that is free, from 0 to 1. The ground blocks too. */
  ray(from: Vector, to: Vector): number {
    let free = to.y < 0 && from.y > 0 ? from.y / (from.y - to.y) : 1
    for (const solid of this.solids) free = Math.min(free, hit(solid, from, to))
    return free
  }

  /** The part of the world around a point, for many rays there. */
  within(x: number, z: number, radius: number): World {
    const part = new World(this.size)
    for (const solid of this.solids) if (distanceTo(solid, x, z) < radius) part.add(solid)
    return part
  }

  private near(x: number, z: number): SolidInScene[] {
    const found = new Set<SolidInScene>()
    const [i, j] = [cellOf(x), cellOf(z)]
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        for (const solid of this.cells.get(keyOf(i + di, j + dj)) ?? []) found.add(solid)
      }
    }
    return [...found]
  }

  private clamp = (value: number, radius: number) => Math.min(this.size - radius, Math.max(radius, value))
}

export const solidsOf = ({ kind, model }: Pick<SceneObject, 'kind' | 'model'>): Solid[] =>
  model ? modelSolids(model.size) : kindOf(kind).solids

const cellOf = (metres: number) => Math.floor(metres / CELL_M)
const keyOf = (i: number, j: number) => (i + 64) * 1024 + j + 64

export function inScene(object: Parameters<typeof toScene>[0], solid: Solid): SolidInScene {
  const [x, , z] = toScene(object, [solid.at[0], 0, solid.at[1]])
  const { scale, yaw, y } = object
  return {
    ...{ x, z },
    halfX: solid.shape === 'box' ? solid.half[0] * scale : 0,
    halfZ: solid.shape === 'box' ? solid.half[1] * scale : 0,
    radius: solid.shape === 'round' ? solid.radius * scale : 0,
    cos: Math.cos(yaw),
    sin: Math.sin(yaw),
    bottom: y + solid.y[0] * scale,
    top: y + solid.y[1] * scale,
  }
}

/** Into the coordinates of the solid: x and z along its sides. */
function local(solid: SolidInScene, x: number, z: number): [number, number] {
  const [dx, dz] = [x - solid.x, z - solid.z]
  return [dx * solid.cos - dz * solid.sin, dx * solid.sin + dz * solid.cos]
}

/** Seen from above; negative inside. */
function distanceTo(solid: SolidInScene, x: number, z: number): number {
  const [lx, lz] = local(solid, x, z)
  if (solid.radius > 0) return Math.hypot(lx, lz) - solid.radius
  const [ex, ez] = [Math.abs(lx) - solid.halfX, Math.abs(lz) - solid.halfZ]
  return Math.hypot(Math.max(ex, 0), Math.max(ez, 0)) + Math.min(Math.max(ex, ez), 0)
}

function push(solid: SolidInScene, at: { x: number; z: number }, radius: number): boolean {
  const depth = radius - distanceTo(solid, at.x, at.z)
  if (depth <= 1e-6) return false
  const [lx, lz] = local(solid, at.x, at.z)
  let [nx, nz] = [lx, lz]
  if (solid.radius === 0) {
    const [ex, ez] = [Math.abs(lx) - solid.halfX, Math.abs(lz) - solid.halfZ]
    if (ex > 0 && ez > 0) [nx, nz] = [ex * Math.sign(lx), ez * Math.sign(lz)]
    else if (ex > ez) [nx, nz] = [Math.sign(lx) || 1, 0]
    else [nx, nz] = [0, Math.sign(lz) || 1]
  }
  const length = Math.hypot(nx, nz)
  if (length === 0) [nx, nz] = [1, 0]
  else [nx, nz] = [nx / length, nz / length]
  at.x += (nx * solid.cos + nz * solid.sin) * depth
  at.z += (nz * solid.cos - nx * solid.sin) * depth
  return true
}

function hit(solid: SolidInScene, from: Vector, to: Vector): number {
  const [ax, az] = local(solid, from.x, from.z)
  const [bx, bz] = local(solid, to.x, to.z)
  const [dx, dz, dy] = [bx - ax, bz - az, to.y - from.y]
  let range: [number, number] = slab(from.y, dy, solid.bottom, solid.top)
  if (solid.radius > 0) range = overlap(range, circle(ax, az, dx, dz, solid.radius))
  else {
    range = overlap(range, slab(ax, dx, -solid.halfX, solid.halfX))
    range = overlap(range, slab(az, dz, -solid.halfZ, solid.halfZ))
  }
  // A segment that begins inside is not blocked by that solid: feet can stand on its edge.
  return range[0] < range[1] && range[0] > 0 && range[0] < 1 ? range[0] : 1
}

const NEVER: [number, number] = [1, 0]

function slab(from: number, delta: number, low: number, high: number): [number, number] {
  if (Math.abs(delta) < 1e-9) return from >= low && from <= high ? [-1e9, 1e9] : NEVER
  const [a, b] = [(low - from) / delta, (high - from) / delta]
  return a < b ? [a, b] : [b, a]
}

function circle(ax: number, az: number, dx: number, dz: number, radius: number): [number, number] {
  const a = dx * dx + dz * dz
  const c = ax * ax + az * az - radius * radius
  if (a < 1e-12) return c <= 0 ? [-1e9, 1e9] : NEVER
  const b = ax * dx + az * dz
  const root = b * b - a * c
  if (root < 0) return NEVER
  return [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a]
}

const overlap = (a: [number, number], b: [number, number]): [number, number] => [
  Math.max(a[0], b[0]),
  Math.min(a[1], b[1]),
]
