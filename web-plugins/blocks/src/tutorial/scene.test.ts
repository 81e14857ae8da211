import { expect, it } from 'vitest'
import { World } from '../room/collision'
import { findPath, WalkGrid } from '../room/path'
import { parseScene, pathOf } from '../room/scene'
import { DOCUMENT, DOOR, WELL } from './scene'

const parseTutorial = () => parseScene(DOCUMENT, [DOOR])

it('is understood as a whole', () => expect(parseTutorial().quarantined).toEqual([]))

it('has a way to the well, the bench and the door', () => {
  const { scene } = parseTutorial()
  const grid = new WalkGrid(World.of(scene))
  const [from] = scene.spawns
  const [seat] = scene.seats
  const [door] = scene.links
  if (!from || !seat || !door) throw new Error('The scene is incomplete.')
  for (const to of [{ x: WELL.x, z: WELL.z + 1.5 }, seat, { x: door.x, z: door.z + 0.9 }]) {
    expect(findPath(grid, from, to)).not.toBeNull()
  }
})

it('leads through its door to the end of the tutorial', () => {
  const target = parseTutorial().scene.links[0]?.target
  expect(target && pathOf(target)).toBe('/block/tutorial#done')
})
