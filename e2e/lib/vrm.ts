// VRM avatars for journeys: a person of boxes with all humanoid bones, in both versions of VRM.
import { glb } from './models'

type Vector = readonly [number, number, number]

/** Name, parent, place in metres, and the box: its middle and half its sides. `left` of VRM 1.0 is at positive x. */
const BONES: readonly (readonly [string, number | null, Vector, Vector, Vector])[] = [
  ['hips', null, [0, 0.9, 0], [0, 0.92, 0], [0.16, 0.09, 0.1]],
  ['spine', 0, [0, 1.02, 0], [0, 1.17, 0], [0.18, 0.16, 0.11]],
  ['head', 1, [0, 1.4, 0], [0, 1.55, 0], [0.15, 0.16, 0.15]],
  ['leftUpperLeg', 0, [0.1, 0.85, 0], [0.1, 0.66, 0], [0.075, 0.19, 0.08]],
  ['leftLowerLeg', 3, [0.1, 0.47, 0], [0.1, 0.27, 0], [0.065, 0.2, 0.07]],
  ['leftFoot', 4, [0.1, 0.07, 0], [0.1, 0.04, 0.04], [0.065, 0.04, 0.12]],
  ['rightUpperLeg', 0, [-0.1, 0.85, 0], [-0.1, 0.66, 0], [0.075, 0.19, 0.08]],
  ['rightLowerLeg', 6, [-0.1, 0.47, 0], [-0.1, 0.27, 0], [0.065, 0.2, 0.07]],
  ['rightFoot', 7, [-0.1, 0.07, 0], [-0.1, 0.04, 0.04], [0.065, 0.04, 0.12]],
  ['leftUpperArm', 1, [0.2, 1.29, 0], [0.32, 1.29, 0], [0.12, 0.05, 0.05]],
  ['leftLowerArm', 9, [0.44, 1.29, 0], [0.55, 1.29, 0], [0.11, 0.045, 0.045]],
  ['leftHand', 10, [0.66, 1.29, 0], [0.71, 1.29, 0], [0.055, 0.03, 0.05]],
  ['rightUpperArm', 1, [-0.2, 1.29, 0], [-0.32, 1.29, 0], [0.12, 0.05, 0.05]],
  ['rightLowerArm', 12, [-0.44, 1.29, 0], [-0.55, 1.29, 0], [0.11, 0.045, 0.045]],
  ['rightHand', 13, [-0.66, 1.29, 0], [-0.71, 1.29, 0], [0.055, 0.03, 0.05]],
]
/** Each side of a box: its direction, and its four corners as bits of x, y and z. */
const SIDES: readonly (readonly [Vector, readonly number[]])[] = [
  [
    [1, 0, 0],
    [1, 3, 7, 5],
  ],
  [
    [-1, 0, 0],
    [0, 4, 6, 2],
  ],
  [
    [0, 1, 0],
    [2, 6, 7, 3],
  ],
  [
    [0, -1, 0],
    [0, 1, 5, 4],
  ],
  [
    [0, 0, 1],
    [4, 5, 7, 6],
  ],
  [
    [0, 0, -1],
    [0, 2, 3, 1],
  ],
]

interface VrmOptions {
  version: '0.x' | '1.0'
  /** Only the author may use it; otherwise everyone. */
  isOwn?: boolean
  /** How often each box is there. */
  times?: number
  /** A texture, in place of one colour. */
  png?: Buffer
}

export function makeVrm(name: string, { version, isOwn = false, times = 1, png }: VrmOptions) {
  // Version 0.x looks to the other side.
  const side = version === '1.0' ? 1 : -1
  const place = ([x, y, z]: Vector): Vector => [x * side, y, z * side]
  const corners = BONES.flatMap(([, , , middle, half], bone) =>
    SIDES.flatMap(([normal, bits]) =>
      bits.map((bit) => {
        const [x, y, z] = place(middle)
        const to = (axis: number, size: number) => (bit & (1 << axis) ? size : -size)
        return { bone, normal, at: [x + to(0, half[0]), y + to(1, half[1]), z + to(2, half[2])], bit }
      }),
    ),
  )
  const quads = Array.from({ length: corners.length / 4 }, (_, at) => at * 4)
  const index = quads.flatMap((at) => [at, at + 1, at + 2, at, at + 2, at + 3])
  const matrices = BONES.flatMap(([, , at]) => {
    const [x, y, z] = place(at)
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]
  })
  const floats = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer)
  const parts = [
    floats(corners.flatMap(({ at }) => at)),
    floats(corners.flatMap(({ normal }) => normal)),
    Buffer.from(Uint8Array.from(corners.flatMap(({ bone }) => [bone, 0, 0, 0]))),
    floats(corners.flatMap(() => [1, 0, 0, 0])),
    Buffer.from(Uint16Array.from(Array.from({ length: times }, () => index).flat()).buffer),
    floats(matrices),
    floats(corners.flatMap(({ bit }) => [bit & 1, (bit >> 1) & 1])),
    ...(png ? [png] : []),
  ].map((part) => Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]))
  const binary = Buffer.concat(parts)
  const count = corners.length
  const bound = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...corners.map(({ at }) => Math.fround(at[axis] ?? 0))))
  const material = {
    name: 'skin',
    pbrMetallicRoughness: png
      ? { baseColorTexture: { index: 0 }, metallicFactor: 0 }
      : { baseColorFactor: [0.95, 0.35, 0.2, 1], metallicFactor: 0 },
  }
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, BONES.length] }],
    nodes: [
      ...BONES.map(([bone, parent, at], own) => {
        const [x, y, z] = place(at)
        const [px, py, pz] = parent === null ? [0, 0, 0] : place(BONES[parent]?.[2] ?? [0, 0, 0])
        const children = BONES.flatMap(([, of], child) => (of === own ? [child] : []))
        return { name: bone, translation: [x - px, y - py, z - pz], ...(children.length && { children }) }
      }),
      { name: 'body', mesh: 0, skin: 0 },
    ],
    skins: [{ joints: BONES.map((_, at) => at), inverseBindMatrices: 5 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0, NORMAL: 1, JOINTS_0: 2, WEIGHTS_0: 3, TEXCOORD_0: 6 },
            indices: 4,
            material: 0,
          },
        ],
      },
    ],
    materials: [material],
    ...(png && { textures: [{ source: 0 }], images: [{ bufferView: 7, mimeType: 'image/png' }] }),
    accessors: [
      {
        ...{ bufferView: 0, componentType: 5126, type: 'VEC3', count },
        ...{ min: bound(Math.min), max: bound(Math.max) },
      },
      { bufferView: 1, componentType: 5126, type: 'VEC3', count },
      { bufferView: 2, componentType: 5121, type: 'VEC4', count },
      { bufferView: 3, componentType: 5126, type: 'VEC4', count },
      { bufferView: 4, componentType: 5123, type: 'SCALAR', count: index.length * times },
      { bufferView: 5, componentType: 5126, type: 'MAT4', count: BONES.length },
      { bufferView: 6, componentType: 5126, type: 'VEC2', count },
    ],
    bufferViews: parts.map((part, at) => ({
      buffer: 0,
      byteOffset: parts.slice(0, at).reduce((sum, { length }) => sum + length, 0),
      byteLength: part.length,
    })),
    buffers: [{ byteLength: binary.length }],
    extensionsUsed: [version === '1.0' ? 'VRMC_vrm' : 'VRM'],
    extensions: version === '1.0' ? { VRMC_vrm: vrm1(isOwn) } : { VRM: vrm0(isOwn) },
  })
  return { name, mimeType: 'model/gltf-binary', buffer: glb(json, binary) }
}

const vrm1 = (isOwn: boolean) => ({
  specVersion: '1.0',
  meta: {
    ...{ name: 'Boxling', authors: ['Mina Kim'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
    avatarPermission: isOwn ? 'onlyAuthor' : 'everyone',
    ...{ commercialUsage: 'personalNonProfit', creditNotation: 'required', allowRedistribution: false },
    modification: 'prohibited',
  },
  humanoid: { humanBones: Object.fromEntries(BONES.map(([bone], node) => [bone, { node }])) },
})

const vrm0 = (isOwn: boolean) => ({
  specVersion: '0.0',
  meta: {
    ...{ title: 'Boxling', author: 'Mina Kim', allowedUserName: isOwn ? 'OnlyAuthor' : 'Everyone' },
    ...{ violentUssageName: 'Disallow', sexualUssageName: 'Disallow', commercialUssageName: 'Disallow' },
    licenseName: 'CC_BY',
  },
  humanoid: { humanBones: BONES.map(([bone], node) => ({ bone, node, useDefaultValues: true })) },
  firstPerson: { firstPersonBone: 2, firstPersonBoneOffset: { x: 0, y: 0, z: 0 }, meshAnnotations: [] },
  blendShapeMaster: { blendShapeGroups: [] },
  secondaryAnimation: { boneGroups: [], colliderGroups: [] },
  materialProperties: [
    {
      ...{ name: 'skin', shader: 'VRM_USE_GLTFSHADER', renderQueue: 2000, floatProperties: {} },
      ...{ vectorProperties: {}, textureProperties: {}, keywordMap: {}, tagMap: {} },
    },
  ],
})
