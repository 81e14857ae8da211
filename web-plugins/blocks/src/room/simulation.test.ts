// Movement, camera and ways in small worlds made for the test.
import { describe, expect, it } from 'vitest'
import { Camera, clampPitch, freeDistance, lookOf, PIVOT_M } from './camera'
import { inScene, World } from './collision'
import type { Solid } from './kinds'
import {
  bodyAt,
  Correction,
  type Input,
  motionOf,
  RADIUS_M,
  RUN_MPS,
  STEP_S,
  Stepper,
  step,
  WALK_MPS,
} from './movement'
import { findPath, WalkGrid } from './path'

const at = (x: number, z: number, yaw = 0) => ({ x, y: 0, z, yaw, scale: 1 })
const box = (halfX: number, halfZ: number, top: number, bottom = 0): Solid => ({
  shape: 'box',
  at: [0, 0],
  half: [halfX, halfZ],
  y: [bottom, top],
})
const input = (x: number, z: number, change: Partial<Input> = {}): Input => ({
  ...{ x, z, isRunning: false, isJumping: false },
  ...change,
})

function world(...solids: Parameters<typeof inScene>[]) {
  const result = new World(20)
  for (const [object, solid] of solids) result.add(inScene(object, solid))
  return result
}

function walk(into: World, from: [number, number], wish: Input, seconds: number, y = 0) {
  let body = bodyAt(from[0], y, from[1])
  for (let i = 0; i < seconds / STEP_S; i++) body = step(body, wish, into)
  return body
}

describe('movement', () => {
  it('walks and runs at its speeds, also diagonally', () => {
    const empty = world()
    expect(walk(empty, [2, 2], input(0, 1), 2).z).toBeCloseTo(2 + 2 * WALK_MPS, 0)
    const run = walk(empty, [2, 2], input(1, 1, { isRunning: true }), 1.5)
    expect(Math.hypot(run.speedX, run.speedZ)).toBeCloseTo(RUN_MPS, 1)
    expect(motionOf(run)).toBe('run')
  })

  it('stops at a wall and slides along it, however fast and from every side', () => {
    const wall = world([at(10, 10, 0.4), box(2, 0.12, 3)])
    for (let turn = 0; turn < 32; turn++) {
      const angle = (turn / 32) * 2 * Math.PI
      const from: [number, number] = [10 - Math.sin(angle) * 4, 10 - Math.cos(angle) * 4]
      let body = bodyAt(from[0], 0, from[1])
      for (let i = 0; i < 240; i++) {
        body = step(body, input(Math.sin(angle), Math.cos(angle), { isRunning: true }), wall)
        expect(wall.isFree(body.x, body.z, RADIUS_M - 0.01, 0.35, 1.7)).toBe(true)
      }
    }
  })

  it('steps onto a low floor and falls off it', () => {
    const stage = world([at(10, 10), box(2, 2, 0.3)])
    const up = walk(stage, [10, 6], input(0, 1), 2)
    expect(up.y).toBeCloseTo(0.3, 1)
    const down = walk(stage, [10, 6], input(0, 1), 5)
    expect(down.y).toBeCloseTo(0, 2)
  })

  it('does not step onto a table, but jumps onto a crate', () => {
    const table = world([at(10, 10), box(1, 1, 0.76)])
    expect(walk(table, [10, 6], input(0, 1), 4).z).toBeLessThan(9)
    const crate = world([at(10, 10), box(1, 1, 0.6)])
    const wish = input(0, 1, { isJumping: true })
    let body = bodyAt(10, 0, 7.5)
    let highest = 0
    for (let i = 0; i < 90; i++) {
      body = step(body, { ...wish, isJumping: i % 20 < 10 }, crate)
      highest = Math.max(highest, body.y)
    }
    expect(highest).toBeGreaterThan(0.75)
    expect(body.z).toBeGreaterThan(9)
  })

  it('jumps once per press', () => {
    let body = bodyAt(5, 0, 5)
    let landings = 0
    for (let i = 0; i < 200; i++) {
      const next = step(body, input(0, 0, { isJumping: true }), world())
      if (next.isGrounded && !body.isGrounded) landings++
      body = next
    }
    expect(landings).toBe(1)
  })

  it('stays inside of the ground', () => {
    const body = walk(world(), [2, 2], input(-1, -1, { isRunning: true }), 5)
    expect([body.x, body.z]).toEqual([RADIUS_M, RADIUS_M])
  })

  it('moves alike at 30 and 144 frames a second, and drops time after a stall', () => {
    const ends = [30, 144].map((fps) => {
      const stepper = new Stepper(bodyAt(2, 0, 2))
      for (let i = 0; i < fps * 2; i++) stepper.advance(1 / fps, input(0, 1), world())
      return stepper.shown().z
    })
    expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 1)
    const stalled = new Stepper(bodyAt(2, 0, 2))
    stalled.advance(10, input(0, 1), world())
    expect(stalled.body.z).toBeLessThan(2.3)
  })

  it('ignores small corrections, blends medium ones and takes large ones at once', () => {
    const correction = new Correction()
    const here = { x: 0, y: 0, z: 0 }
    expect(correction.apply(here, { x: 0.1, y: 0, z: 0 })).toBe(false)
    expect(correction.apply(here, { x: 1, y: 0, z: 0 })).toBe(true)
    expect(correction.offset(0).x).toBe(-1)
    expect(Math.abs(correction.offset(0.12).x)).toBeLessThan(0.06)
    expect(correction.apply(here, { x: 5, y: 0, z: 0 })).toBe(true)
    expect(correction.offset(0).x).toBeCloseTo(0)
  })
})

describe('the camera', () => {
  const wall = world([at(10, 8), box(4, 0.1, 3)])
  const feet = { x: 10, y: 0, z: 9.5 }

  it('is at its distance in the open', () => {
    const pivot = { x: 10, y: PIVOT_M, z: 15 }
    expect(freeDistance(world(), pivot, { yaw: 0, pitch: 0.2, distance: 4 })).toBe(4)
  })

  it('never has a wall between itself and the person, from any side', () => {
    for (let i = 0; i < 360; i += 5) {
      const view = { yaw: (i / 180) * Math.PI, pitch: clampPitch((i % 50) / 30 - 0.5), distance: 5 }
      const pivot = { ...feet, y: PIVOT_M }
      const free = freeDistance(wall, pivot, view)
      const look = lookOf(view)
      const camera = { x: pivot.x - look.x * free, y: pivot.y - look.y * free, z: pivot.z - look.z * free }
      expect(wall.ray(pivot, camera)).toBe(1)
      expect(wall.isFree(camera.x, camera.z, 0.05, camera.y - 0.05, camera.y + 0.05)).toBe(true)
      expect(camera.y).toBeGreaterThan(0)
    }
  })

  it('comes closer at once and goes back slowly', () => {
    const camera = new Camera()
    const open = { yaw: Math.PI, pitch: 0.1, distance: 4 }
    camera.reset(wall, feet, open)
    const near = camera.advance(0.016, wall, feet, { ...open, yaw: 0 })
    expect(near.distance).toBeLessThan(1.5)
    const later = camera.advance(0.016, wall, feet, open)
    expect(later.distance).toBeGreaterThan(near.distance)
    expect(later.distance).toBeLessThan(2)
    for (let i = 0; i < 120; i++) camera.advance(0.016, wall, feet, open)
    expect(camera.advance(0.016, wall, feet, open).distance).toBeCloseTo(4, 1)
  })

  it('is the eye in first person', () => {
    const { at: eye, distance } = new Camera().advance(0.016, wall, feet, { yaw: 0, pitch: 0, distance: 0 })
    expect([eye.x, eye.y, eye.z, distance]).toEqual([10, PIVOT_M, 9.5, 0])
  })
})

describe('ways', () => {
  it('goes straight in the open', () => {
    expect(findPath(new WalkGrid(world()), { x: 2, z: 2 }, { x: 12, z: 9 })).toHaveLength(1)
  })

  it('goes around a wall without touching it', () => {
    const walled = world([at(10, 10), box(5, 0.12, 3)])
    const way = findPath(new WalkGrid(walled), { x: 10, z: 7 }, { x: 10, z: 13 })
    expect(way?.length).toBeGreaterThan(1)
    for (const { x, z } of way ?? []) expect(walled.isFree(x, z, RADIUS_M - 0.05, 0.35, 1.7)).toBe(true)
    expect(way?.at(-1)?.z).toBeCloseTo(13, 0)
  })

  it('ends beside an occupied place, and finds none into a closed yard', () => {
    const block = world([at(10, 10), box(1, 1, 2)])
    const end = findPath(new WalkGrid(block), { x: 5, z: 10 }, { x: 10, z: 10 })?.at(-1)
    expect(end && block.isFree(end.x, end.z, RADIUS_M, 0.35, 1.7)).toBe(true)
    const yard = world(
      [at(10, 7), box(3, 0.2, 2)],
      [at(10, 13), box(3, 0.2, 2)],
      [at(7, 10), box(0.2, 3, 2)],
      [at(13, 10), box(0.2, 3, 2)],
    )
    expect(findPath(new WalkGrid(yard), { x: 3, z: 3 }, { x: 10, z: 10 })).toBeNull()
  })
})
