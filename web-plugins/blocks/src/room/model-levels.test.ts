import { expect, it } from 'vitest'
import { allocate, levelAt, limitsOf, type Wish } from './model-levels'

const wish = (distance: number, more: Partial<Wish> = {}): Wish => ({
  ...{ distance, copies: 1, draws: 1, least: 1000, triangles: [10_000, 4000, 1000] },
  ...more,
})

it('shows near models finely and far ones coarsely', () => {
  const chosen = allocate([wish(40), wish(15), wish(3)], limitsOf(0))
  expect(chosen).toEqual([2, 1, 0])
  expect(levelAt(3, 1)).toBe(1)
})

it('keeps within the triangles of a device, nearest first', () => {
  const limits = { triangles: 13_000, draws: 60, finest: 0 }
  expect(allocate([wish(5), wish(4), wish(3)], limits)).toEqual([2, 2, 0])
  // Copies cost as often as they stand there.
  expect(allocate([wish(3, { copies: 14 })], limits)).toEqual([null])
})

it('keeps within the draw calls: a box stands for the rest', () => {
  const limits = { triangles: 100_000, draws: 6, finest: 0 }
  expect(allocate([wish(50, { draws: 5 }), wish(3, { draws: 5 })], limits)).toEqual([null, 0])
})

it('guesses what is not loaded yet', () => {
  const limits = { triangles: 5000, draws: 60, finest: 0 }
  expect(allocate([wish(3, { triangles: [] })], limits)).toEqual([1])
})

it('leaves half of a phone to the room', () => {
  const models = Array.from({ length: 20 }, (_, at) => wish(at, { draws: 2 }))
  const limits = limitsOf(5)
  const chosen = allocate(models, limits)
  const sum = (of: (one: Wish, level: number) => number) =>
    chosen.reduce<number>((all, level, at) => all + (level === null ? 0 : of(models[at] as Wish, level)), 0)
  expect(sum((one, level) => one.triangles[level] ?? 0)).toBeLessThanOrEqual(30_000)
  expect(sum((one) => one.draws)).toBeLessThanOrEqual(30)
})
