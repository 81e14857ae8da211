import { expect, it } from 'vitest'
import { World } from '../room/collision'
import { findPath, WalkGrid } from '../room/path'
import { parseScene } from '../room/scene'
import { CATALOGUE } from '../three/catalogue'
import { dice, Sculptor } from '../three/sculptor'
import cafe from './cafe.json'
import garden from './lantern-garden.json'
import rooftop from './rooftop.json'

const TRIANGLES_MAX = 60_000
const LAMPS_MAX = 60

it.each([
  ['garden', garden],
  ['rooftop', rooftop],
  ['cafe', cafe],
])('%s is whole, within its budget, and every seat and door can be reached', (_, document) => {
  const { scene, quarantined } = parseScene(document)
  expect(quarantined).toEqual([])
  const sculptor = new Sculptor()
  for (const object of scene.objects) {
    sculptor.begin(object.x, object.y, object.z, object.yaw, object.scale, dice(1))
    CATALOGUE[object.kind](sculptor, object.colour)
  }
  expect(sculptor.mesh.index.length / 3).toBeLessThan(TRIANGLES_MAX)
  expect(sculptor.mesh.position.every(Number.isFinite)).toBe(true)
  expect(scene.lamps.length).toBeLessThanOrEqual(LAMPS_MAX)
  const world = World.of(scene)
  const grid = new WalkGrid(world)
  const [spawn] = scene.spawns
  for (const { x, z } of scene.spawns) expect(world.isFree(x, z, 0.3, 0.35, 1.7)).toBe(true)
  if (!spawn) throw new Error('no spawn')
  const unreachable = [...scene.seats, ...scene.links].filter((place) => !findPath(grid, spawn, place))
  expect(unreachable).toEqual([])
})
