import { expect, it } from 'vitest'
import { decodePieces, encodePieces, type Piece } from './codec'

/** Three triangles with a number of everything. */
const piece = (name: string): Piece => ({
  name,
  position: new Float32Array([0, 0, 0, 0.5, 0, 0.25, 0.5, 1.25, 0, -0.125, 1, 0.0625]),
  normal: new Float32Array([0, 0, 1, 0, 0, -1, 1, 0, 0, 0.6, -0.8, 0]),
  dye: new Uint8Array([0, 8, 3, 3]),
  shade: new Float32Array([0, 1, 1, 0.8, 0.2, 0.6, 0.4, 1]),
  strand: new Float32Array([0, 0, 31.5, 1, 40.25, 0.2, 12, 0.4]),
  joints: new Uint8Array([0, 0, 0, 0, 19, 1, 2, 3, 4, 5, 0, 0, 7, 0, 0, 0]),
  weights: new Uint8Array([255, 0, 0, 0, 1, 250, 4, 0, 200, 5, 50, 0, 255, 0, 0, 0]),
  index: new Uint16Array([0, 1, 2, 0, 2, 3, 3, 2, 1]),
})
const bytes = encodePieces([piece('one'), piece('two-β')])

it('decodes what was encoded', () => {
  const decoded = decodePieces(bytes)
  expect([...decoded.keys()]).toEqual(['one', 'two-β'])
  for (const [name, found] of decoded) {
    const given = piece(name)
    for (const exact of ['dye', 'joints', 'weights', 'index'] as const)
      expect(found[exact]).toEqual(given[exact])
    const near = (key: 'position' | 'normal' | 'shade' | 'strand', most: number) =>
      found[key].forEach((v, i) => {
        expect(Math.abs(v - (given[key][i] as number)), `${key} ${i}`).toBeLessThan(most)
      })
    near('position', 0.0001)
    near('normal', 0.003)
    near('shade', 0.002)
    near('strand', 0.002)
  }
})

it('decodes a part of a larger buffer', () => {
  const larger = new Uint8Array(bytes.length + 7)
  larger.set(bytes, 5)
  expect(decodePieces(larger.subarray(5, 5 + bytes.length)).size).toBe(2)
})

it('throws for every truncated file, and for bytes after the end', () => {
  for (let length = 0; length < bytes.length; length++)
    expect(() => decodePieces(bytes.subarray(0, length)), `${length} bytes`).toThrow('file of pieces')
  expect(() => decodePieces(new Uint8Array([...bytes, 0]))).toThrow('bytes after the last piece')
})

it('throws for numbers out of range', () => {
  const with_ = (change: (piece: Piece) => void) => {
    const damaged = piece('damaged')
    change(damaged)
    return () => decodePieces(encodePieces([damaged]))
  }
  expect(with_(({ joints }) => joints.fill(20, 0, 1))).toThrow('out of range')
  expect(with_(({ dye }) => dye.fill(9, 0, 1))).toThrow('out of range')
  expect(with_(({ weights }) => weights.fill(200, 0, 4))).toThrow('weights out of range')
  expect(with_(({ index }) => index.fill(4, 8, 9))).toThrow('index out of range')
})
