import { describe, expect, it } from 'vitest'
import * as at from './position'

describe('the arithmetic of the carousel', () => {
  it('wraps around at both ends', () => {
    expect([2, 5, -1, -6].map((place) => at.indexAt(place, 5))).toEqual([2, 0, 4, 4])
    expect(at.indexAt(3, 0)).toBe(0)
  })

  it.each([
    [3, 1, false, false],
    [4, 0, true, false],
    [4, 1, true, true],
  ])('shows for %i worlds at index %i arrows: %s, previous: %s', (count, index, arrows, previous) => {
    expect(at.showsArrows(count)).toBe(arrows)
    expect(at.showsPreviousArrow(index, count)).toBe(previous)
  })

  it('returns a full window at both ends', () => {
    expect(at.windowAround(0, 100, 15)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(at.windowAround(50, 100, 5)).toEqual([48, 49, 50, 51, 52])
    expect(at.windowAround(99, 100, 5)).toEqual([95, 96, 97, 98, 99])
    expect(at.windowAround(1, 3, 15)).toEqual([0, 1, 2])
    expect(at.windowAround(0, 0, 15)).toEqual([])
  })

  it('draws places on both sides, each world once', () => {
    expect(at.placesAround(0, 5, 15)).toEqual([-2, -1, 0, 1, 2])
    expect(at.placesAround(0, 4, 15)).toEqual([-1, 0, 1, 2])
    expect(at.placesAround(7, 100, 3)).toEqual([6, 7, 8])
    expect(at.placesAround(0, 0, 15)).toEqual([])
  })

  it('fetches more near the end', () => {
    expect(at.isNearEnd(13, 20)).toBe(false)
    expect(at.isNearEnd(14, 20)).toBe(true)
  })

  it.each([
    [-300, 400, 1],
    [600, 400, -2],
    [-60, 90, 1],
    [60, 90, -1],
    [-60, 900, 0],
    [10, 10, 0],
  ])('maps a swipe of %i px in %i ms to %i cards', (distance, duration, steps) => {
    expect(at.swipeSteps(distance, duration, 288)).toBe(steps)
  })
})
