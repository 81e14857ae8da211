// Which level of detail of each model is drawn: the finest that its distance deserves and the device can afford. Pure.

export const LEVELS = 3
/** Nearer than this in metres, a model has the level of its place. */
const NEAR_M = [10, 24]
/** Until a level is loaded, its triangles are guessed from those of the coarsest. */
const GUESS = [8.5, 3.4, 1]

export interface Wish {
  /** From the camera to the nearest copy. */
  distance: number
  copies: number
  draws: number
  /** Of each level; null while it is not known. */
  triangles: readonly (number | null)[]
  /** Of the coarsest level, as the scene says. */
  least: number
}

export interface Limits {
  triangles: number
  draws: number
  /** The finest level of this device. */
  finest: number
}

/** By the step of the quality governor: 0 is the best. */
export const limitsOf = (step: number): Limits =>
  step < 2
    ? { triangles: 150_000, draws: 60, finest: 0 }
    : step < 4
      ? { triangles: 60_000, draws: 40, finest: 0 }
      : { triangles: 24_000, draws: 24, finest: 1 }

export const levelAt = (distance: number, finest: number): number => {
  const at = NEAR_M.findIndex((metres) => distance < metres)
  return Math.max(finest, at < 0 ? LEVELS - 1 : at)
}

/** The level of each model, nearest first in importance; null: a box stands for it. */
export function allocate(wishes: readonly Wish[], limits: Limits): (number | null)[] {
  const cost = ({ triangles, least, copies }: Wish, level: number) =>
    (triangles[level] ?? least * (GUESS[level] ?? 1)) * copies
  const order = wishes
    .map((_, at) => at)
    .sort((a, b) => (wishes[a]?.distance ?? 0) - (wishes[b]?.distance ?? 0))
  const chosen: (number | null)[] = wishes.map(() => null)
  let [triangles, draws] = [limits.triangles, limits.draws]
  // Everything is there before anything is fine.
  for (const at of order) {
    const wish = wishes[at] as Wish
    const needed = cost(wish, LEVELS - 1)
    if (needed > triangles || wish.draws > draws) continue
    chosen[at] = LEVELS - 1
    triangles -= needed
    draws -= wish.draws
  }
  for (const at of order) {
    const wish = wishes[at] as Wish
    if (chosen[at] === null) continue
    const coarse = cost(wish, LEVELS - 1)
    for (let level = levelAt(wish.distance, limits.finest); level < LEVELS - 1; level++) {
      if (cost(wish, level) - coarse > triangles) continue
      chosen[at] = level
      triangles -= cost(wish, level) - coarse
      break
    }
  }
  return chosen
}
