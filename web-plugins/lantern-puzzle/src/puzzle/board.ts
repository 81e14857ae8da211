// The rule of the puzzle, as `plugins/lantern-puzzle/src/puzzle.rs` has it: a press switches a lantern and those beside it.
// A board is a number with a bit for each lantern that is lit. Pure.

export const SIDE = 5
export const CELLS = SIDE * SIDE
const ALL_LIT = 2 ** CELLS - 1

export interface Press {
  cell: number
  /** Milliseconds since the start, by the clock of the player. */
  atMs: number
}

const rowOf = (cell: number) => Math.floor(cell / SIDE)
const columnOf = (cell: number) => cell % SIDE

/** The row and the column of a lantern, from 1. */
export const placeOf = (cell: number) => ({ row: rowOf(cell) + 1, column: columnOf(cell) + 1 })

const isBeside = (one: number, other: number) =>
  Math.abs(rowOf(one) - rowOf(other)) + Math.abs(columnOf(one) - columnOf(other)) <= 1

export function pressed(board: number, cell: number): number {
  let next = board
  for (let other = 0; other < CELLS; other++) if (isBeside(cell, other)) next ^= 1 << other
  return next
}

export const isLit = (board: number, cell: number) => ((board >> cell) & 1) === 1

export const isSolved = (board: number) => board === ALL_LIT

/** The board after the first presses of a log. */
export const after = (board: number, log: readonly Press[], count = log.length) =>
  log.slice(0, count).reduce((now, press) => pressed(now, press.cell), board)

/** The lantern that an arrow key moves to, or null for other keys and at the edge. */
export function besideBy(key: string, cell: number): number | null {
  const { row, column } = placeOf(cell)
  if (key === 'ArrowUp') return row > 1 ? cell - SIDE : null
  if (key === 'ArrowDown') return row < SIDE ? cell + SIDE : null
  if (key === 'ArrowLeft') return column > 1 ? cell - 1 : null
  if (key === 'ArrowRight') return column < SIDE ? cell + 1 : null
  return null
}
