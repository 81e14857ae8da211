// Where the carousel stands and what it draws: pure, so that its rules can be read and tested here.

/** Cards drawn on each side of the current one; the others are not in the document. */
export const WINDOW = 7
/** The next page is fetched when this few cards are left. */
export const NEAR_END = 6
/** Dots share an area of at most 280 px: 8 px each, 8 px apart. */
export const MOST_DOTS = 17

/** The next card; from the last one, the first. */
export const nextIndex = (index: number, count: number): number => (index + 1 >= count ? 0 : index + 1)

/** The previous card; from the first one, the last. */
export const previousIndex = (index: number, count: number): number =>
  index <= 0 ? Math.max(0, count - 1) : index - 1

export const showsArrows = (count: number): boolean => count > 3

export const showsPreviousArrow = (index: number, count: number): boolean => showsArrows(count) && index > 0

export const isNearEnd = (index: number, count: number): boolean => count - index <= NEAR_END

/** The indices around `index` that are drawn, at most `size` of `count`. */
export function windowAround(index: number, count: number, size: number): number[] {
  const length = Math.min(size, count)
  const first = Math.min(Math.max(0, index - Math.floor(length / 2)), count - length)
  return Array.from({ length }, (_, offset) => first + offset)
}

/** How many cards a swipe moves: by distance, and by one for a short quick flick. */
export function swipeSteps(distancePx: number, durationMs: number, stepPx: number): number {
  const steps = Math.round(-distancePx / stepPx)
  if (steps !== 0) return steps
  const quick = Math.abs(distancePx) > 24 && Math.abs(distancePx) / Math.max(1, durationMs) > 0.3
  return quick ? -Math.sign(distancePx) : 0
}

/** An index that exists, whatever became of the list. */
export const clampIndex = (index: number, count: number): number =>
  Math.min(Math.max(0, index), Math.max(0, count - 1))
