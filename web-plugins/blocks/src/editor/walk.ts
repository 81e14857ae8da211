// The room of a person who walks through the scene that is being built: the scene as visitors get it, entered at a spot.
import { World } from '../room/collision'
import { parseScene, type Scene } from '../room/scene'
import { type SceneDocument, toStored } from './document'
import { sceneItems } from './scene-items'

const STEP_M = 0.5
const BODY = { radius: 0.35, low: 0.05, high: 1.7 }
/** Away from the front of the floor, as the camera of a new editor looks. */
const AHEAD = Math.PI

/** The scene with one entrance: the free spot that is nearest to a point, or the entrance that the scene has. */
export function sceneToWalk(document: SceneDocument, near: { x: number; z: number }): Scene {
  const { scene } = parseScene(toStored(document), [], [], sceneItems.list())
  const spot = freeSpot(World.of(scene), scene.size, near)
  return spot ? { ...scene, spawns: [{ ...spot, y: 0, yaw: AHEAD }] } : scene
}

function freeSpot(world: World, size: number, near: { x: number; z: number }) {
  const { radius, low, high } = BODY
  for (let ring = 0; ring * STEP_M < size; ring++) {
    for (let i = -ring; i <= ring; i++) {
      for (let j = -ring; j <= ring; j++) {
        if (Math.max(Math.abs(i), Math.abs(j)) !== ring) continue
        const [x, z] = [near.x + i * STEP_M, near.z + j * STEP_M]
        if (world.isFree(x, z, radius, low, high)) return { x, z }
      }
    }
  }
  return null
}
