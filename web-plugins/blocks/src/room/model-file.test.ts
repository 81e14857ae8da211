import { describe, expect, it } from 'vitest'
import { dice } from './dice'
import { NotAModel, readModel } from './model-file'

/** As the server wrote it: a bent square of 18 triangles with a texture. */
const RECORDED =
  'Z2xURgIAAACYBwAAEAUAAEpTT057ImFzc2V0Ijp7InZlcnNpb24iOiIyLjAiLCJnZW5lcmF0b3IiOiJXaXR2ZXJzZSJ9LCJleHRlbnNpb25zVXNlZCI6WyJLSFJfbWVzaF9xdWFudGl6YXRpb24iXSwiZXh0ZW5zaW9uc1JlcXVpcmVkIjpbIktIUl9tZXNoX3F1YW50aXphdGlvbiJdLCJzY2VuZSI6MCwic2NlbmVzIjpbeyJub2RlcyI6WzBdfV0sIm5vZGVzIjpbeyJtZXNoIjowfV0sIm1lc2hlcyI6W3sicHJpbWl0aXZlcyI6W3siYXR0cmlidXRlcyI6eyJQT1NJVElPTiI6MCwiTk9STUFMIjoxLCJDT0xPUl8wIjoyLCJURVhDT09SRF8wIjozfSwiaW5kaWNlcyI6NCwibWF0ZXJpYWwiOjB9XX1dLCJtYXRlcmlhbHMiOlt7InBick1ldGFsbGljUm91Z2huZXNzIjp7Im1ldGFsbGljRmFjdG9yIjowLCJyb3VnaG5lc3NGYWN0b3IiOjEsImJhc2VDb2xvclRleHR1cmUiOnsiaW5kZXgiOjB9fSwiYWxwaGFNb2RlIjoiT1BBUVVFIiwiZG91YmxlU2lkZWQiOnRydWV9XSwiYWNjZXNzb3JzIjpbeyJjb21wb25lbnRUeXBlIjo1MTI2LCJ0eXBlIjoiVkVDMyIsImNvdW50IjoxNiwibWluIjpbLTEuMCwwLjAsLTEuMF0sIm1heCI6WzEuMCwwLjY4NzE4MzkxNjU2ODc1NjEsMS4wXSwiYnVmZmVyVmlldyI6MH0seyJjb21wb25lbnRUeXBlIjo1MTIwLCJub3JtYWxpemVkIjp0cnVlLCJ0eXBlIjoiVkVDMyIsImNvdW50IjoxNiwiYnVmZmVyVmlldyI6MX0seyJjb21wb25lbnRUeXBlIjo1MTIzLCJub3JtYWxpemVkIjp0cnVlLCJ0eXBlIjoiVkVDNCIsImNvdW50IjoxNiwiYnVmZmVyVmlldyI6Mn0seyJjb21wb25lbnRUeXBlIjo1MTI2LCJ0eXBlIjoiVkVDMiIsImNvdW50IjoxNiwiYnVmZmVyVmlldyI6M30seyJjb21wb25lbnRUeXBlIjo1MTIzLCJ0eXBlIjoiU0NBTEFSIiwiY291bnQiOjU0LCJidWZmZXJWaWV3Ijo0fV0sImJ1ZmZlclZpZXdzIjpbeyJidWZmZXIiOjAsImJ5dGVPZmZzZXQiOjAsImJ5dGVMZW5ndGgiOjE5MiwiYnl0ZVN0cmlkZSI6MTJ9LHsiYnVmZmVyIjowLCJieXRlT2Zmc2V0IjoxOTIsImJ5dGVMZW5ndGgiOjY0LCJieXRlU3RyaWRlIjo0fSx7ImJ1ZmZlciI6MCwiYnl0ZU9mZnNldCI6MjU2LCJieXRlTGVuZ3RoIjoxMjgsImJ5dGVTdHJpZGUiOjh9LHsiYnVmZmVyIjowLCJieXRlT2Zmc2V0IjozODQsImJ5dGVMZW5ndGgiOjEyOCwiYnl0ZVN0cmlkZSI6OH0seyJidWZmZXIiOjAsImJ5dGVPZmZzZXQiOjUxMiwiYnl0ZUxlbmd0aCI6MTA4fV0sImJ1ZmZlcnMiOlt7ImJ5dGVMZW5ndGgiOjYyMH1dLCJpbWFnZXMiOlt7InVyaSI6InRleHR1cmUwLndlYnAifV0sInRleHR1cmVzIjpbeyJzb3VyY2UiOjB9XX0gICBsAgAAQklOAAAAgL8ynaU+AACAvwAAgL8ynaU+qqqqvqqqqr5J6y8/AACAv6qqqr7Ca9E+qqqqvqyqqj4g76k8AACAv6yqqj5iJ4E+qqqqvgAAgD+Mx1g+AACAvwAAgD8aJ5g+qqqqvgAAgL8ynaU+rKqqPqqqqr4AAAAArKqqPqyqqj4Puhc/rKqqPgAAgD9Sgdg+rKqqPgAAgL8ynaU+AACAP6qqqr4wj689AACAP6yqqj5RdgU/AACAPwAAgD+yBMs+AACAP8NvAADfehEADXoiACF2IgAmefUA73vnAOp64wAFet4AIngZAPt/CgDZd+oAHXz+ADF1+ADRdvoA934LABd9BQD//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////wAAAAAAAAAAAAAAAKuqKj+rqio/AAAAAKuqKj+rqio/q6qqPwAAAACrqqo/q6oqPwAAAEAAAAAAAAAAQKuqKj8AAAAAq6qqP6uqKj+rqqo/q6qqP6uqqj8AAABAq6qqPwAAAAAAAABAq6oqPwAAAECrqqo/AAAAQAAAAEAAAABAAAABAAIAAgABAAMAAgADAAQABAADAAUABAAFAAYABgAFAAcAAQAIAAMAAwAIAAkAAwAJAAUABQAJAAoABQAKAAcABwAKAAsACAAMAAkACQAMAA0ACQANAAoACgANAA4ACgAOAAsACwAOAA8A'

const recorded = (): ArrayBuffer => Uint8Array.from(atob(RECORDED), (one) => one.charCodeAt(0)).buffer

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
      const text = new TextDecoder('latin1').decode(recorded())
      const changed = text.replace('"alphaMode":"OPAQUE","doubleSided":true', mode.padEnd(39))
      return readModel(Uint8Array.from(changed, (one) => one.charCodeAt(0)).buffer)[0]?.alpha
    }
    expect(alphaOf('"alphaMode":"BLEND"')).toEqual({ mode: 'blend' })
    expect(alphaOf('"alphaMode":"MASK","alphaCutoff":0.25')).toEqual({ mode: 'holes', below: 0.25 })
    // As files had it that were made before.
    expect(alphaOf('"alphaMode":"MASK"')).toEqual({ mode: 'holes', below: 0.5 })
  })

  it('knows what is beyond the edges of a texture', () => {
    const wrappingOf = (samplers: string) => {
      const text = new TextDecoder('latin1').decode(recorded())
      const changed = text.replace(
        '"extensionsUsed":["KHR_mesh_quantization"],',
        `"samplers":${samplers},`.padEnd(43),
      )
      return readModel(Uint8Array.from(changed, (one) => one.charCodeAt(0)).buffer)[0]?.wrapping
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
