import { expect, it } from 'vitest'
import type { RaceWay } from '../api/races'
import { frameOf, lineBetween, placeAt, spanOf } from './replay'

const run: RaceWay = {
  gates: [
    { x: 0, z: 0, radius: 100 },
    { x: 1_000, z: 500, radius: 100 },
  ],
  stepsMs: [200, 1_500],
  points: [
    [-3_000, 0, 0],
    [0, 0, 0],
    [1_000, 1_000, 400],
    [2_000, 1_000, 600],
  ],
}

it('shows all gates and points with a margin', () => {
  expect(frameOf(run)).toBe('-220 -220 1440 940')
})

it('lasts from the countdown to the last position or step', () => {
  expect(spanOf(run)).toEqual([-3_000, 2_000])
  expect(spanOf({ ...run, points: [] })).toEqual([0, 1_500])
})

it('moves in straight lines between positions', () => {
  expect(placeAt(run.points, 500)).toEqual({ x: 500, z: 200 })
  expect(placeAt(run.points, -9_000)).toEqual({ x: 0, z: 0 })
  expect(placeAt(run.points, 9_000)).toEqual({ x: 1_000, z: 600 })
  expect(placeAt([], 0)).toBeNull()
})

it('cuts the part between two steps out of the line', () => {
  expect(lineBetween(run.points, 500, 1_500)).toBe('500,200 1000,400 1000,500')
  expect(lineBetween([], 0, 1)).toBe('')
})
