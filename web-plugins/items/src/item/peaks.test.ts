import { expect, it } from 'vitest'
import { peaksOf } from './peaks'

it('shows the loudest sample of each part, relative to the loudest of all', () => {
  const samples = new Float32Array([0, 0.1, -0.5, 0.2, 0.25, 0, 0, 0])
  expect(peaksOf(samples, 4)).toEqual([expect.closeTo(0.2), 1, 0.5, 0])
})

it('is flat for silence, and for a sound that is too short', () => {
  expect(peaksOf(new Float32Array(8), 4)).toEqual([0, 0, 0, 0])
  expect(peaksOf(new Float32Array(0), 4)).toEqual([0, 0, 0, 0])
})
