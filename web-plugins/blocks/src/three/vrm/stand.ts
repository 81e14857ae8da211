// Where the body of a VRM stands in its file: below its hips, at the height of its soles. Files are made with the origin
// elsewhere too, above a stand or beside other bodies.
import type { VRM } from '@pixiv/three-vrm'
import { Box3, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three'

const FEET = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const

export type Standing = Pick<VRM, 'scene'> & { humanoid: Pick<VRM['humanoid'], 'getRawBoneNode'> }

/** In metres, relative to the scene of the file, in its own pose. The matrices of the scene are up to date. */
export function standOf({ scene, humanoid }: Standing): Vector3 {
  const feet = new Set<Object3D>()
  for (const name of FEET) humanoid.getRawBoneNode(name)?.traverse((bone) => feet.add(bone))
  const soles = new Box3()
  const all = new Box3()
  const place = new Vector3()
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const count = object.geometry.getAttribute('position')?.count ?? 0
    for (let vertex = 0; vertex < count; vertex++) {
      object.getVertexPosition(vertex, place).applyMatrix4(object.matrixWorld)
      scene.worldToLocal(place)
      all.expandByPoint(place)
      const bone = boneOf(object, vertex)
      if (bone && feet.has(bone)) soles.expandByPoint(place)
    }
  })
  const ground = [soles, all].find((box) => !box.isEmpty())?.min.y ?? 0
  const hips = humanoid.getRawBoneNode('hips')?.getWorldPosition(place)
  const stand = hips ? scene.worldToLocal(hips) : place.set(0, 0, 0)
  return new Vector3(stand.x, ground, stand.z)
}

/** The bone that moves a vertex most. */
function boneOf(mesh: Mesh, vertex: number): Object3D | undefined {
  if (!(mesh instanceof SkinnedMesh)) return mesh.parent ?? undefined
  const { skinIndex, skinWeight } = mesh.geometry.attributes
  if (!skinIndex || !skinWeight) return undefined
  let most = 0
  for (let at = 1; at < 4; at++) {
    if (skinWeight.getComponent(vertex, at) > skinWeight.getComponent(vertex, most)) most = at
  }
  return mesh.skeleton.bones[skinIndex.getComponent(vertex, most)]
}
