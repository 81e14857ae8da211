// Loads a VRM file as the kernel serves it, and makes it cheap to draw: one skeleton, no unused vertices, and plain materials
// where the device is not of the best.
import { type MToonMaterial, type VRM, VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm'
import {
  Box3,
  ClampToEdgeWrapping,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MirroredRepeatWrapping,
  RepeatWrapping,
  Texture,
  Vector3,
} from 'three'
import { GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { standOf } from './stand'

/** As in the kernel (`files/model/vrm/facts.rs`), with a little more for poses. */
const SIDE_MAX_M = 3.5
const FILE_MAX_BYTES = 9 * 1024 * 1024
const WRAPPINGS: Record<number, Texture['wrapS']> = {
  ...{ 33071: ClampToEdgeWrapping, 33648: MirroredRepeatWrapping },
}

export interface LoadedVrm {
  vrm: VRM
  /** Where its body stands, relative to its scene. */
  stand: Vector3
}

/** Rejects if the file cannot be shown. `isFine`: with the materials of the file. */
export async function loadVrm(url: string, isFine: boolean, signal: AbortSignal): Promise<LoadedVrm> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status}`)
  const file = await response.arrayBuffer()
  if (file.byteLength > FILE_MAX_BYTES) throw new Error('too large')
  const loader = new GLTFLoader()
  loader.register((parser) => new VRMLoaderPlugin(parser))
  loader.register((parser) => new EmbeddedTextures(parser))
  const { scene, userData } = await loader.parseAsync(file, '')
  const vrm = userData.vrm as VRM | undefined
  if (!vrm) throw new Error('no VRM')
  VRMUtils.removeUnnecessaryVertices(scene)
  VRMUtils.combineSkeletons(scene)
  VRMUtils.combineMorphs(vrm)
  VRMUtils.rotateVRM0(vrm)
  scene.updateMatrixWorld(true)
  const size = new Box3().setFromObject(scene, true).getSize(new Vector3())
  if (!(Math.max(size.x, size.y, size.z) <= SIDE_MAX_M)) {
    disposeVrm(vrm)
    throw new Error('too large')
  }
  const stand = standOf(vrm)
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    // Its bounds are those of the T-pose.
    object.frustumCulled = false
    if (!isFine) simplify(object)
  })
  return { vrm, stand }
}

export function disposeVrm(vrm: VRM) {
  vrm.scene.removeFromParent()
  VRMUtils.deepDispose(vrm.scene)
}

/** Plain materials, without outlines. */
function simplify(mesh: Mesh) {
  const all = Array.isArray(mesh.material) ? mesh.material : [mesh.material]
  const [surface] = all.filter((material) => !(material as MToonMaterial).isOutline)
  for (const material of all) if (material !== surface) material.dispose()
  if (Array.isArray(mesh.material)) mesh.geometry.clearGroups()
  if (surface) mesh.material = plain(surface)
}

function plain(material: Material): Material {
  const { color, map } = material as Partial<MeshLambertMaterial>
  const { side, transparent, alphaTest, depthWrite, name, opacity } = material
  const made = new MeshLambertMaterial({ side, transparent, alphaTest, depthWrite, name, opacity })
  if (color) made.color.copy(color)
  if (map) made.map = map
  material.dispose()
  return made
}

/** Decodes the pictures of the file without an address: the page's policy allows none of this kind. */
class EmbeddedTextures {
  /** In place of the loader's own handling of these textures. */
  readonly name = 'EXT_texture_webp'
  private readonly parser: GLTFParser

  constructor(parser: GLTFParser) {
    this.parser = parser
  }

  loadTexture(index: number): Promise<Texture> | null {
    const { json } = this.parser as { json: GltfTextures }
    const texture = json.textures?.[index]
    const image = json.images?.[texture?.extensions?.EXT_texture_webp?.source ?? texture?.source ?? -1]
    return image?.bufferView === undefined ? null : this.decode(index, image)
  }

  private async decode(index: number, { bufferView, mimeType }: GltfImage): Promise<Texture> {
    const { json } = this.parser as { json: GltfTextures }
    const bytes = (await this.parser.getDependency('bufferView', bufferView)) as ArrayBuffer
    const picture = await createImageBitmap(new Blob([bytes], { type: mimeType }), {
      ...{ premultiplyAlpha: 'none', colorSpaceConversion: 'none' },
    })
    const texture = new Texture(picture)
    texture.flipY = false
    const sampler = json.samplers?.[json.textures?.[index]?.sampler ?? -1]
    texture.wrapS = WRAPPINGS[sampler?.wrapS ?? 0] ?? RepeatWrapping
    texture.wrapT = WRAPPINGS[sampler?.wrapT ?? 0] ?? RepeatWrapping
    texture.needsUpdate = true
    this.parser.associations.set(texture, { textures: index })
    return texture
  }
}

interface GltfImage {
  bufferView: number
  mimeType: string
}

interface GltfTextures {
  textures?: { source?: number; sampler?: number; extensions?: { EXT_texture_webp?: { source: number } } }[]
  images?: GltfImage[]
  samplers?: { wrapS?: number; wrapT?: number }[]
}
