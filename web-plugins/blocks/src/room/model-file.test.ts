import { describe, expect, it } from 'vitest'
import { dice } from './dice'
import { NotAModel, readModel } from './model-file'
import { recorded, recordedWith } from './recorded-model'

describe('the reader of models', () => {
  it('reads what the server writes', () => {
    const groups = readModel(recorded())
    expect(groups).toHaveLength(1)
    const [group] = groups
    expect(group?.index).toHaveLength(18 * 3)
    expect(group?.position.length).toBe(16 * 3)
    expect(group?.uv?.length).toBe(16 * 2)
    expect(group?.colour[0]).toBe(65535)
    expect([group?.texture, group?.alpha]).toEqual([0, { mode: 'solid' }])
    // The origin is the middle of the base.
    const heights = group?.position.filter((_, at) => at % 3 === 1) ?? []
    expect(Math.min(...heights)).toBe(0)
  })

  it('keeps how surfaces are seen through', () => {
    const alphaOf = (mode: string) => {
      const file = recordedWith('"alphaMode":"OPAQUE","doubleSided":true', mode)
      return readModel(file)[0]?.alpha
    }
    expect(alphaOf('"alphaMode":"BLEND"')).toEqual({ mode: 'blend' })
    expect(alphaOf('"alphaMode":"MASK","alphaCutoff":0.25')).toEqual({ mode: 'holes', below: 0.25 })
    // As files had it that were made before.
    expect(alphaOf('"alphaMode":"MASK"')).toEqual({ mode: 'holes', below: 0.5 })
  })

  it('knows what is beyond the edges of a texture', () => {
    const wrappingOf = (samplers: string) => {
      const file = recordedWith('"extensionsUsed":["KHR_mesh_quantization"],', `"samplers":${samplers},`)
      return readModel(file)[0]?.wrapping
    }
    expect(wrappingOf('[{"wrapS":33071,"wrapT":33648}]')).toEqual(['clamp', 'mirror'])
    expect(wrappingOf('[{"wrapS":10497,"wrapT":"x"}]')).toEqual(['repeat', 'repeat'])
    for (const other of ['[]', 'null', '[7]']) expect(wrappingOf(other)).toEqual(['repeat', 'repeat'])
  })

  it('throws on what is cut off', () => {
    const whole = recorded()
    for (let end = 0; end < whole.byteLength - 4; end += 7)
      expect(() => readModel(whole.slice(0, end))).toThrow(NotAModel)
  })

  it('never fails in another way, and never reads beyond the file', () => {
    const random = dice(29)
    for (let round = 0; round < 3000; round++) {
      const file = new Uint8Array(recorded())
      const changes = 1 + Math.floor(random() * 6)
      for (let one = 0; one < changes; one++)
        file[Math.floor(random() * file.length)] = Math.floor(random() * 256)
      try {
        for (const { position, index } of readModel(file.buffer))
          for (const corner of index) expect(corner * 3 + 2).toBeLessThan(position.length)
      } catch (error) {
        expect(error).toBeInstanceOf(NotAModel)
      }
    }
    for (let length = 0; length < 200; length++) {
      const noise = Uint8Array.from({ length }, () => Math.floor(random() * 256))
      expect(() => readModel(noise.buffer)).toThrow(NotAModel)
    }
  })
})
