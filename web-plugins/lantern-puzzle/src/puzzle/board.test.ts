import { expect, it } from 'vitest'
import { after, besideBy, isLit, isSolved, pressed } from './board'

// The same numbers as in the tests of `plugins/lantern-puzzle/src/puzzle.rs`.
it('switches a lantern and those beside it', () => {
  expect(pressed(0, 0)).toBe(0b00001_00011)
  expect(pressed(0, 12)).toBe(0b00100_01110_00100_00000)
  expect(pressed(0, 24)).toBe(0b11000_10000_00000_00000_00000)
  expect(pressed(pressed(0b101, 7), 7)).toBe(0b101)
})

it('plays a log again, as a whole or in part', () => {
  const all = 2 ** 25 - 1
  const log = [
    { cell: 0, atMs: 10 },
    { cell: 24, atMs: 20 },
  ]
  const board = after(all, log)
  expect(isSolved(board)).toBe(false)
  expect(after(board, log, 1)).toBe(pressed(board, 0))
  expect(isSolved(after(board, log))).toBe(true)
  expect(isLit(after(board, log, 1), 0)).toBe(true)
  expect(isLit(board, 0)).toBe(false)
})

it('moves with the arrow keys up to the edge', () => {
  const moves = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'a'].map((key) => besideBy(key, 0))
  expect(moves).toEqual([null, null, 5, 1, null])
  expect(besideBy('ArrowRight', 4)).toBeNull()
  expect(besideBy('ArrowDown', 24)).toBeNull()
})
