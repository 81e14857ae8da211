import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import demo from '../../../../kernel/src/demo/blocks.json'
import routes from '../../../../plugins/blocks/routes.json'
import { TEMPLATES } from '../api/blocks'
import { CATALOGUE } from '../three/catalogue/all'
import { Sculptor } from '../three/sculptor'
import { World } from './collision'
import { dice } from './dice'
import { KINDS } from './kinds'
import { findPath, WalkGrid } from './path'
import { AMBIENCES, GROUNDS, lampsOf, parseScene, type Scene } from './scene'

const SCENES = path.join(import.meta.dirname, '../../../../plugins/blocks/scenes')
const names = readdirSync(SCENES)
const TRIANGLES_MAX = 60_000
const LAMPS_MAX = 200
const OBJECTS_MAX = 400

it('has the kinds of the schema; a door is drawn for each link', () => {
  const saving = routes.find((route) => route.method === 'PUT' && route.path.endsWith('/scene'))
  const scene = saving?.request?.properties.scene?.properties
  const { door: _, ...kinds } = KINDS
  expect(scene?.objects.items.properties.kind.enum).toEqual(Object.keys(kinds).sort())
  expect(scene?.ground.properties.kind.enum).toEqual(GROUNDS)
  expect(scene?.ambience.enum).toEqual(AMBIENCES)
})

/** Exactly what each scene draws: a change of the catalogue or of a scene shows here. */
const DRAWN: Record<string, { triangles: number; lamps: number }> = {
  'arcade-hall': { triangles: 32366, lamps: 75 },
  cafe: { triangles: 17768, lamps: 17 },
  'coral-grotto': { triangles: 59666, lamps: 43 },
  greenhouse: { triangles: 52994, lamps: 55 },
  'hanok-alley': { triangles: 32834, lamps: 32 },
  'hanok-courtyard': { triangles: 24206, lamps: 26 },
  'lantern-garden': { triangles: 36356, lamps: 25 },
  'lantern-run': { triangles: 52802, lamps: 50 },
  rooftop: { triangles: 53308, lamps: 30 },
  'star-deck': { triangles: 21916, lamps: 43 },
  'sunken-ruin': { triangles: 48322, lamps: 37 },
  theatre: { triangles: 34682, lamps: 29 },
}

function load(name: string) {
  const document: unknown = JSON.parse(readFileSync(path.join(SCENES, name), 'utf8'))
  return { document: document as Record<string, unknown>, ...parseScene(document) }
}

it.each(names)('%s is whole, within its budget, and every seat can be reached', (name) => {
  const { scene, quarantined } = load(name)
  expect(quarantined).toEqual([])
  const sculptor = new Sculptor()
  for (const object of scene.objects) {
    sculptor.begin(object.x, object.y, object.z, object.yaw, object.scale, dice(1))
    CATALOGUE[object.kind](sculptor, object.colour)
  }
  const triangles = sculptor.mesh.index.length / 3
  const lamps = lampsOf(scene).length
  expect({ triangles, lamps }).toEqual(DRAWN[name.replace('.json', '')])
  expect(triangles).toBeLessThan(TRIANGLES_MAX)
  expect(lamps).toBeLessThanOrEqual(LAMPS_MAX)
  expect(scene.objects.length).toBeLessThanOrEqual(OBJECTS_MAX)
  expect(sculptor.mesh.position.every(Number.isFinite)).toBe(true)
  expect(scene.ambience).toBeDefined()
  expect(scene.seats.length).toBeGreaterThanOrEqual(8)
  expect(scene.spawns.length).toBeGreaterThanOrEqual(2)
  expect(scene.spawns.length).toBeLessThanOrEqual(6)
  const { grid, spawn } = walkable(scene)
  const unreachable = scene.seats.filter((place) => !findPath(grid, spawn, place))
  expect(unreachable).toEqual([])
})

it.each(demo)('the doors of $world/$name can be reached and do not stand in things', (block) => {
  const { document } = load(`${block.template}.json`)
  const { scene: before } = parseScene(document)
  const world = World.of(before)
  for (const { x, z, yaw } of block.doors) {
    const angle = (yaw * Math.PI) / 180
    for (const side of [-0.75, 0, 0.75])
      expect(world.isFree(x + Math.cos(angle) * side, z - Math.sin(angle) * side, 0.25, 0.1, 2.4)).toBe(true)
  }
  const links = block.doors.map(({ x, z, yaw }, i) => ({
    ...{ id: `door-${i}`, blockId: 'somewhere', yaw },
    position: { x, y: 0, z },
  }))
  const { scene } = parseScene({ ...document, links })
  const { grid, spawn } = walkable(scene)
  expect(scene.links.filter((link) => !findPath(grid, spawn, link))).toEqual([])
  expect(demo.map(({ world, name }) => `${world}/${name}`)).toEqual(
    expect.arrayContaining(block.doors.map(({ to }) => to)),
  )
})

function walkable(scene: Scene) {
  const world = World.of(scene)
  const [spawn] = scene.spawns
  for (const { x, z } of scene.spawns) expect(world.isFree(x, z, 0.3, 0.35, 1.7)).toBe(true)
  if (!spawn) throw new Error('no spawn')
  return { grid: new WalkGrid(world), spawn }
}

it('lists the scenes as templates', () => {
  expect(names.map((name) => name.replace('.json', ''))).toEqual(
    TEMPLATES.filter((name) => name !== 'empty').sort(),
  )
})
