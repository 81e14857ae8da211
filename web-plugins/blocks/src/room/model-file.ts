// Reads the GLB subset that the server writes: one mesh, per texture one primitive with fixed types of values. Pure. It
// throws on anything else, and never reads beyond the file: a wrong file costs its own object and nothing more.

export class NotAModel extends Error {}

export interface ModelGroup {
  position: Float32Array
  /** Three bytes and one of padding for each vertex. */
  normal: Int8Array
  /** Linear; four numbers for each vertex. */
  colour: Uint16Array
  uv: Float32Array | null
  index: Uint16Array | Uint32Array
  /** The number of its texture: the variant `texture<n>.webp`. */
  texture: number | null
  alpha: ModelAlpha
  /** What is beyond the edges of the texture, along both sides. */
  wrapping: [s: ModelWrapping, t: ModelWrapping]
}

export type ModelWrapping = 'repeat' | 'clamp' | 'mirror'

/** Solid, with holes where alpha is below a value, or transparent. */
export type ModelAlpha = { mode: 'solid' | 'blend' } | { mode: 'holes'; below: number }

const VERTICES_MAX = 200_000
const GROUPS_MAX = 15
const TEXTURES_MAX = 4
const [FLOAT, BYTE, USHORT, UINT] = [5126, 5120, 5123, 5125]
const STRIDES: Record<string, [type: number, stride: number]> = {
  POSITION: [FLOAT, 12],
  NORMAL: [BYTE, 4],
  COLOR_0: [USHORT, 8],
  TEXCOORD_0: [FLOAT, 8],
}

const WRAPPINGS: Record<number, ModelWrapping> = { 33071: 'clamp', 33648: 'mirror' }

type Fields = Record<string, unknown>
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export function readModel(file: ArrayBuffer): ModelGroup[] {
  const view = new DataView(file)
  const word = (at: number) => {
    if (at + 4 > file.byteLength) throw new NotAModel('the file is too short')
    return view.getUint32(at, true)
  }
  if (word(0) !== 0x46546c67 || word(4) !== 2) throw new NotAModel('no GLB')
  const jsonBytes = word(12)
  const start = 20 + jsonBytes + 8
  if (start > file.byteLength) throw new NotAModel('the document is too long')
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 20, jsonBytes)))
  } catch {
    throw new NotAModel('the document is no JSON')
  }
  const part = (value: unknown, key: string | number): Fields => {
    const found = typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined
    if (typeof found !== 'object' || found === null) throw new NotAModel(`${key} is missing`)
    return found as Fields
  }
  const number = (value: Fields, key: string, most: number, otherwise?: number): number => {
    const found = value[key] ?? otherwise
    if (!Number.isInteger(found) || (found as number) < 0 || (found as number) > most)
      throw new NotAModel(`${key} is wrong`)
    return found as number
  }
  /** The bytes of an accessor: their place in the file, and how many elements there are. */
  const values = (at: unknown, type: number, stride: number) => {
    const accessor = part(part(document, 'accessors'), Number(at))
    const bytes = part(part(document, 'bufferViews'), number(accessor, 'bufferView', 100))
    const count = number(accessor, 'count', VERTICES_MAX * 3)
    const offset = start + number(bytes, 'byteOffset', file.byteLength, 0)
    if (accessor.componentType !== type || count === 0 || offset % 4 !== 0)
      throw new NotAModel('the values have another type')
    if (offset + count * stride > file.byteLength) throw new NotAModel('the values are cut off')
    return { offset, count }
  }
  const groupOf = (primitive: Fields): ModelGroup => {
    const attributes = part(primitive, 'attributes')
    const read = (name: string) => values(attributes[name], ...(STRIDES[name] as [number, number]))
    const position = read('POSITION')
    const { count } = position
    const [normal, colour] = [read('NORMAL'), read('COLOR_0')]
    const uv = attributes.TEXCOORD_0 === undefined ? null : read('TEXCOORD_0')
    if (count > VERTICES_MAX || [normal, colour, uv ?? normal].some((one) => one.count !== count))
      throw new NotAModel('the attributes differ in length')
    const isShort = part(part(document, 'accessors'), Number(primitive.indices)).componentType === USHORT
    const corners = values(primitive.indices, isShort ? USHORT : UINT, isShort ? 2 : 4)
    const index = new (isShort ? Uint16Array : Uint32Array)(file, corners.offset, corners.count)
    if (index.some((corner) => corner >= count)) throw new NotAModel('a corner does not exist')
    const material = part(part(document, 'materials'), number(primitive, 'material', GROUPS_MAX))
    const { baseColorTexture } = part(material, 'pbrMetallicRoughness')
    const texture = baseColorTexture && uv ? number(baseColorTexture as Fields, 'index', TEXTURES_MAX) : null
    // The sampler of a texture has its number. Files that were made before have none.
    const { samplers } = document as Fields
    const wrap = (side: string) =>
      WRAPPINGS[asFields(asFields(samplers)[texture ?? 0])[side] as number] ?? 'repeat'
    return {
      position: new Float32Array(file, position.offset, count * 3),
      normal: new Int8Array(file, normal.offset, count * 4),
      colour: new Uint16Array(file, colour.offset, count * 4),
      uv: uv && new Float32Array(file, uv.offset, count * 2),
      ...{ index, alpha: alphaOf(material), texture, wrapping: [wrap('wrapS'), wrap('wrapT')] },
    }
  }
  const primitives = part(part(part(document, 'meshes'), 0), 'primitives')
  if (!Array.isArray(primitives) || primitives.length === 0 || primitives.length > GROUPS_MAX)
    throw new NotAModel('the mesh is empty or has too many parts')
  return primitives.map((_, at) => groupOf(part(primitives, at)))
}

function alphaOf({ alphaMode, alphaCutoff }: Fields): ModelAlpha {
  if (alphaMode === 'BLEND') return { mode: 'blend' }
  if (alphaMode !== 'MASK') return { mode: 'solid' }
  return { mode: 'holes', below: typeof alphaCutoff === 'number' ? alphaCutoff : 0.5 }
}
