// Finds a way on the ground: A* over a grid of 0.25 m, then straightened. Used by "walk to" and by the twin.
import type { World } from './collision'
import { HEIGHT_M, RADIUS_M, STEP_UP_M } from './movement'

export const CELL_M = 0.25
const VISITED_MAX = 60_000
/** How far from an occupied goal a free cell is looked for. */
const GOAL_REACH_M = 2.5
const POCKET_M = 1.2
const DIAGONAL = Math.SQRT2

export interface Point {
  x: number
  z: number
}

const NEIGHBOURS = [
  [1, 0, 1],
  [-1, 0, 1],
  [0, 1, 1],
  [0, -1, 1],
  [1, 1, DIAGONAL],
  [1, -1, DIAGONAL],
  [-1, 1, DIAGONAL],
  [-1, -1, DIAGONAL],
] as const

/** Where one can stand in a scene, with the height of the floor, computed when it is asked for. */
export class WalkGrid {
  readonly side: number
  private readonly floors: Float32Array

  private readonly world: World

  constructor(world: World) {
    this.world = world
    this.side = Math.ceil(world.size / CELL_M)
    this.floors = new Float32Array(this.side * this.side).fill(Number.POSITIVE_INFINITY)
  }

  /** The floor of a cell; NaN where nobody can stand. */
  floor(i: number, j: number): number {
    if (i < 0 || j < 0 || i >= this.side || j >= this.side) return Number.NaN
    const index = j * this.side + i
    const known = this.floors[index] ?? Number.NaN
    if (known !== Number.POSITIVE_INFINITY) return known
    const [x, z] = [(i + 0.5) * CELL_M, (j + 0.5) * CELL_M]
    const floor = this.world.floor(x, z, 0, STEP_UP_M)
    const isFree = this.world.isFree(x, z, RADIUS_M, floor + STEP_UP_M, floor + HEIGHT_M)
    this.floors[index] = isFree ? floor : Number.NaN
    return isFree ? floor : Number.NaN
  }

  canWalk(from: [number, number], to: [number, number]): boolean {
    return Math.abs(this.floor(...to) - this.floor(...from)) <= STEP_UP_M
  }
}

/** The corners of a way, without the start. Null if there is none. */
export function findPath(grid: WalkGrid, from: Point, to: Point): Point[] | null {
  const start = nearest(grid, from)
  const goal = nearest(grid, to)
  if (!start || !goal) return null
  const cells = search(grid, start, goal)
  return cells && straighten(grid, cells).slice(1)
}

function search(grid: WalkGrid, start: [number, number], goal: [number, number]): [number, number][] | null {
  const { side } = grid
  const index = ([i, j]: [number, number]) => j * side + i
  const costs = new Map<number, number>([[index(start), 0]])
  const parents = new Map<number, number>()
  const closed = new Set<number>()
  const open = new Heap()
  // The closest cell so far: a goal that cannot be reached is replaced by the closest cell that can.
  let closest = { key: index(start), left: estimate(start, goal) }
  open.push(index(start), estimate(start, goal))
  while (open.size > 0 && closed.size < VISITED_MAX) {
    const current = open.pop()
    if (closed.has(current)) continue
    closed.add(current)
    const at: [number, number] = [current % side, Math.floor(current / side)]
    if (current === index(goal)) return trace(parents, current, side)
    const left = estimate(at, goal)
    if (left < closest.left) closest = { key: current, left }
    for (const [di, dj, length] of NEIGHBOURS) {
      const next: [number, number] = [at[0] + di, at[1] + dj]
      if (!grid.canWalk(at, next)) continue
      // No cutting of corners.
      if (di !== 0 && dj !== 0) {
        if (!grid.canWalk(at, [at[0] + di, at[1]]) || !grid.canWalk(at, [at[0], at[1] + dj])) continue
      }
      const cost = (costs.get(current) ?? 0) + length
      const key = index(next)
      if (cost >= (costs.get(key) ?? Number.POSITIVE_INFINITY)) continue
      costs.set(key, cost)
      parents.set(key, current)
      open.push(key, cost + estimate(next, goal))
    }
  }
  return closest.left * CELL_M <= POCKET_M ? trace(parents, closest.key, side) : null
}

function estimate([ai, aj]: [number, number], [bi, bj]: [number, number]): number {
  const [dx, dz] = [Math.abs(ai - bi), Math.abs(aj - bj)]
  return Math.max(dx, dz) + (DIAGONAL - 1) * Math.min(dx, dz)
}

function trace(parents: Map<number, number>, last: number, side: number): [number, number][] {
  const cells: [number, number][] = []
  for (let key: number | undefined = last; key !== undefined; key = parents.get(key)) {
    cells.unshift([key % side, Math.floor(key / side)])
  }
  return cells
}

function straighten(grid: WalkGrid, cells: [number, number][]): Point[] {
  const kept: [number, number][] = cells.slice(0, 1)
  let from = 0
  while (from < cells.length - 1) {
    let to = cells.length - 1
    while (to > from + 1 && !isStraight(grid, cells[from] ?? [0, 0], cells[to] ?? [0, 0])) to -= 1
    kept.push(cells[to] ?? [0, 0])
    from = to
  }
  return kept.map(([i, j]) => ({ x: (i + 0.5) * CELL_M, z: (j + 0.5) * CELL_M }))
}

function isStraight(grid: WalkGrid, [ai, aj]: [number, number], [bi, bj]: [number, number]): boolean {
  const steps = Math.max(Math.abs(bi - ai), Math.abs(bj - aj)) * 2
  let before: [number, number] = [ai, aj]
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    const next: [number, number] = [Math.round(ai + (bi - ai) * share), Math.round(aj + (bj - aj) * share)]
    if (!grid.canWalk(before, next)) return false
    before = next
  }
  return true
}

/** The closest cell where one can stand. */
function nearest(grid: WalkGrid, { x, z }: Point): [number, number] | null {
  const [i, j] = [Math.floor(x / CELL_M), Math.floor(z / CELL_M)]
  for (let reach = 0; reach <= GOAL_REACH_M / CELL_M; reach++) {
    let best: [number, number] | null = null
    let least = Number.POSITIVE_INFINITY
    for (let di = -reach; di <= reach; di++) {
      for (let dj = -reach; dj <= reach; dj++) {
        if (Math.max(Math.abs(di), Math.abs(dj)) !== reach) continue
        const distance = Math.hypot(di, dj)
        if (distance < least && !Number.isNaN(grid.floor(i + di, j + dj))) {
          best = [i + di, j + dj]
          least = distance
        }
      }
    }
    if (best) return best
  }
  return null
}

/** A binary heap of cells by priority. */
class Heap {
  private readonly items: { key: number; priority: number }[] = []

  get size() {
    return this.items.length
  }

  push(key: number, priority: number) {
    const { items } = this
    let at = items.push({ key, priority }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.priority(parent) <= this.priority(at)) break
      this.swap(at, parent)
      at = parent
    }
  }

  pop(): number {
    const { items } = this
    this.swap(0, items.length - 1)
    const top = items.pop()
    let at = 0
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (this.priority(left) < this.priority(least)) least = left
      if (this.priority(right) < this.priority(least)) least = right
      if (least === at) break
      this.swap(at, least)
      at = least
    }
    return top?.key ?? -1
  }

  private priority = (at: number) => this.items[at]?.priority ?? Number.POSITIVE_INFINITY

  private swap(a: number, b: number) {
    const [one, two] = [this.items[a], this.items[b]]
    if (one && two) [this.items[a], this.items[b]] = [two, one]
  }
}
