import {
  Bone,
  BoxGeometry,
  type BufferAttribute,
  type BufferGeometry,
  Float32BufferAttribute,
  Group,
  MeshBasicMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three'
import { expect, it } from 'vitest'
import { standOf } from './stand'

/** Two boxes, of the hips at 0.9 m and of a foot whose sole is at 0 m, below a node at this place. */
function body(place: [number, number, number], tail = 0) {
  const scene = new Group()
  const armature = new Object3D()
  const [hips, foot] = [new Bone(), new Bone()]
  armature.position.set(...place)
  hips.position.y = 0.9
  foot.position.y = -0.82
  scene.add(armature)
  armature.add(hips)
  hips.add(foot)
  const joints: number[] = []
  const places: number[] = []
  for (const [joint, y] of [0.9, 0.08].entries()) {
    const box: BufferGeometry = new BoxGeometry(0.16, 0.16, 0.16).translate(0, y, 0)
    places.push(...(box.getAttribute('position') as BufferAttribute).array)
    joints.push(...Array.from({ length: 24 }, () => [joint, 0, 0, 0]).flat())
  }
  // A tail hangs from the hips.
  places[1] = 0.9 - tail
  const geometry = new BoxGeometry() as BufferGeometry
  geometry.setIndex(null)
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3))
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4))
  geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(Array.from({ length: 48 }, () => [1, 0, 0, 0]).flat(), 4),
  )
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial())
  scene.add(mesh)
  // Bound where the armature is at the origin.
  armature.position.set(0, 0, 0)
  scene.updateMatrixWorld(true)
  mesh.bind(new Skeleton([hips, foot]))
  armature.position.set(...place)
  scene.updateMatrixWorld(true)
  const bones: Record<string, Bone> = { hips, leftFoot: foot }
  return { scene, humanoid: { getRawBoneNode: (name: string) => bones[name] ?? null } }
}

it('finds the soles and the place of the hips', () => {
  for (const place of [
    [0, 0, 0],
    [0, 0.2, 0],
    [3, -0.5, 8],
  ] as [number, number, number][]) {
    const stand = standOf(body(place))
    expect(stand.toArray().map((metres) => Math.round(metres * 1e4) / 1e4)).toEqual(place)
  }
})

it('counts feet only, and is not misled by a turn of the scene', () => {
  const tailed = body([1, 0.2, 0], 2)
  tailed.scene.rotation.y = Math.PI
  tailed.scene.updateMatrixWorld(true)
  const stand = standOf(tailed)
  expect(stand.y).toBeCloseTo(0.2)
  expect(stand.x).toBeCloseTo(1)
})

it('takes the lowest place of a body without feet', () => {
  const { scene } = body([0, 0.2, 0], 1)
  expect(standOf({ scene, humanoid: { getRawBoneNode: () => null } }).y).toBeCloseTo(0.1)
})
