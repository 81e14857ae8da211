import { describe, expect, it } from 'vitest'
import * as at from './position'

describe('carousel', () => {
  it('wraps from the last to the first, and from the first to the last', () => {
    expect(at.nextIndex(1, 5)).toBe(2)
    expect(at.nextIndex(4, 5)).toBe(0)
    expect(at.previousIndex(2, 5)).toBe(1)
    expect(at.previousIndex(0, 5)).toBe(4)
    expect([at.nextIndex(0, 0), at.previousIndex(0, 0)]).toEqual([0, 0])
  })

  it.each([
    [3, 1, false, false],
    [4, 0, true, false],
    [4, 1, true, true],
  ])('%i worlds at index %i: arrows %s, previous %s', (count, index, arrows, previous) => {
    expect(at.showsArrows(count)).toBe(arrows)
    expect(at.showsPreviousArrow(index, count)).toBe(previous)
  })

  it('draws a window of the list, whole at both ends', () => {
    expect(at.windowAround(0, 100, 15)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(at.windowAround(50, 100, 5)).toEqual([48, 49, 50, 51, 52])
    expect(at.windowAround(99, 100, 5)).toEqual([95, 96, 97, 98, 99])
    expect(at.windowAround(1, 3, 15)).toEqual([0, 1, 2])
    expect(at.windowAround(0, 0, 15)).toEqual([])
  })

  it('asks for more near the end', () => {
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
  ])('a swipe of %i px in %i ms moves %i', (distance, duration, steps) => {
    expect(at.swipeSteps(distance, duration, 288)).toBe(steps)
  })
})
