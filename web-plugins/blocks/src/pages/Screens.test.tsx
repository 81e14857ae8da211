import { expect, it } from 'vitest'
import { shareOf } from './Screens'

it('adds up what a block is assembled from', () => {
  expect(shareOf({ scene: 0, view: 0, room: 0 })).toBe(0)
  expect(shareOf({ scene: 0.5, view: 0, room: 0 })).toBe(0.25)
  expect(shareOf({ scene: 1, view: 1, room: 0 })).toBe(0.9)
  expect(shareOf({ scene: 1, view: 1, room: 1 })).toBe(1)
})

it('leaves out the view where there is none', () => {
  expect(shareOf({ scene: 1, view: null, room: 0 })).toBeCloseTo(5 / 6)
})
