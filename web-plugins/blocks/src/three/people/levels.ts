// Which level of detail a person has.

/** 0 is the finest. */
export type Level = 0 | 1 | 2 | 3

/** How many of the nearest have the levels 0, 1 and 2; everybody else has level 3. */
export type Levels = readonly [finest: number, fine: number, middle: number]

export function levelAt(rank: number, [finest, fine, middle]: Levels): Level {
  if (rank < finest) return 0
  if (rank < finest + fine) return 1
  return rank < finest + fine + middle ? 2 : 3
}
