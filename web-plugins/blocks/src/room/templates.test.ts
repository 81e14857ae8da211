import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import schema from '../../../../plugins/blocks/schemas/new-scene.json'
import { CATALOGUE } from '../three/catalogue'
import { dice, Sculptor } from '../three/sculptor'
import { World } from './collision'
import { KINDS } from './kinds'
import { findPath, WalkGrid } from './path'
import { GROUNDS, lampsOf, parseScene } from './scene'

const SCENES = path.join(import.meta.dirname, '../../../../plugins/blocks/scenes')
const names = readdirSync(SCENES)
const TRIANGLES_MAX = 60_000
const LAMPS_MAX = 200

it('has the kinds of the schema; a door is drawn for each link', () => {
  const { objects, ground } = schema.properties.scene.properties
  const { door: _, ...kinds } = KINDS
  expect(objects.items.properties.kind.enum).toEqual(Object.keys(kinds).sort())
  expect(ground.properties.kind.enum).toEqual(GROUNDS)
})

it.each(names)('%s is whole, within its budget, and every seat and door can be reached', (name) => {
  const document: unknown = JSON.parse(readFileSync(path.join(SCENES, name), 'utf8'))
  const { scene, quarantined } = parseScene(document)
  expect(quarantined).toEqual([])
  const sculptor = new Sculptor()
  for (const object of scene.objects) {
    sculptor.begin(object.x, object.y, object.z, object.yaw, object.scale, dice(1))
    CATALOGUE[object.kind](sculptor, object.colour)
  }
  expect(sculptor.mesh.index.length / 3).toBeLessThan(TRIANGLES_MAX)
  expect(sculptor.mesh.position.every(Number.isFinite)).toBe(true)
  expect(lampsOf(scene).length).toBeLessThanOrEqual(LAMPS_MAX)
  const world = World.of(scene)
  const grid = new WalkGrid(world)
  const [spawn] = scene.spawns
  for (const { x, z } of scene.spawns) expect(world.isFree(x, z, 0.3, 0.35, 1.7)).toBe(true)
  if (!spawn) throw new Error('no spawn')
  const unreachable = [...scene.seats, ...scene.links].filter((place) => !findPath(grid, spawn, place))
  expect(unreachable).toEqual([])
})
