// 3D models for journeys: a bent square in one colour, as a GLB, and the validator of the Khronos Group.
import validator from 'gltf-validator'

/** `2 * side * side` triangles, with a PNG as their texture if there is one. */
export function makeModel(name: string, side: number, png?: Buffer) {
  const row = side + 1
  const corners = Array.from({ length: side * row }, (_, at) => at).filter((at) => at % row < side)
  const index = corners.flatMap((at) => [at, at + row, at + 1, at + 1, at + row, at + row + 1])
  const position = Array.from({ length: row * row }, (_, at) => {
    const [x, z] = [((at % row) / side) * 2, (Math.floor(at / row) / side) * 2]
    return [x, Math.sin(x * 3) * Math.cos(z * 2) * 0.6 + 1, z]
  }).flat()
  const uv = position.filter((_, at) => at % 3 !== 1).map((metres) => metres / 2)
  const parts = [
    Buffer.from(Float32Array.from(position).buffer),
    Buffer.from(Uint32Array.from(index).buffer),
    ...(png ? [Buffer.from(Float32Array.from(uv).buffer), png] : []),
  ]
  const views = parts.map((part, at) => ({
    buffer: 0,
    byteOffset: parts.slice(0, at).reduce((sum, { length }) => sum + length, 0),
    byteLength: part.length,
  }))
  const whole = Buffer.concat(parts)
  const binary = Buffer.concat([whole, Buffer.alloc((4 - (whole.length % 4)) % 4)])
  const count = row * row
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [{ attributes: { POSITION: 0, ...(png && { TEXCOORD_0: 2 }) }, indices: 1, material: 0 }],
      },
    ],
    materials: [
      {
        pbrMetallicRoughness: {
          baseColorFactor: [0.8, 0.4, 0.2, 1],
          ...(png && { baseColorTexture: { index: 0 } }),
        },
      },
    ],
    ...(png && { textures: [{ source: 0 }], images: [{ bufferView: 3, mimeType: 'image/png' }] }),
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count },
      { bufferView: 1, componentType: 5125, type: 'SCALAR', count: index.length },
      ...(png ? [{ bufferView: 2, componentType: 5126, type: 'VEC2', count }] : []),
    ],
    bufferViews: views,
    buffers: [{ byteLength: binary.length }],
  })
  return { name, mimeType: 'model/gltf-binary', buffer: glb(json, binary) }
}

/** The container of a document and its binary chunk. */
export function glb(json: string, binary: Buffer): Buffer {
  const text = Buffer.from(json)
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const head = Buffer.alloc(20)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + padded.length + 8 + binary.length, 8)
  head.writeUInt32LE(padded.length, 12)
  head.write('JSON', 16)
  const chunk = Buffer.alloc(8)
  chunk.writeUInt32LE(binary.length)
  chunk.write('BIN\0', 4)
  return Buffer.concat([head, padded, chunk, binary])
}

/** What the validator calls errors. The textures are files beside the GLB, which it does not get. */
export async function problemsOf(glb: Buffer): Promise<string[]> {
  const { issues } = await validator.validateBytes(new Uint8Array(glb))
  const errors = issues.messages.filter(({ severity, code }) => severity === 0 && code !== 'IO_ERROR')
  return errors.map(({ code, pointer }) => `${code} ${pointer}`)
}
