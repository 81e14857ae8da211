// The arithmetic of the carousel: the world at a place, the places to draw, the distance of a swipe.

/** Cards drawn on each side of the current one; the others are not in the document. */
export const WINDOW = 7
/** The next page is fetched when fewer cards are left. */
export const NEAR_END = 6
/** Dots share an area of at most 280 px: 8 px each, 8 px apart. */
export const MOST_DOTS = 17

export const showsArrows = (count: number): boolean => count > 3

export const showsPreviousArrow = (index: number, count: number): boolean => showsArrows(count) && index > 0

export const isNearEnd = (index: number, count: number): boolean => count - index <= NEAR_END

/** The index of the world at a place of the endless row. */
export const indexAt = (place: number, count: number): number =>
  count === 0 ? 0 : ((place % count) + count) % count

/** The world that is current at first: in the middle of the cards that most screens show. */
export const firstIndex = (count: number): number => Math.floor(Math.min(count, 5) / 2)

/** The places around `place` to draw: at most `size`, each world once. */
export function placesAround(place: number, count: number, size: number): number[] {
  const length = Math.min(size, count)
  const first = place - Math.floor((length - 1) / 2)
  return Array.from({ length }, (_, offset) => first + offset)
}

/** The indices around `index` to draw, at most `size`. */
export function windowAround(index: number, count: number, size: number): number[] {
  const length = Math.min(size, count)
  const first = Math.min(Math.max(0, index - Math.floor(length / 2)), count - length)
  return Array.from({ length }, (_, offset) => first + offset)
}

/** The number of cards that a swipe moves: by distance, at least one for a quick flick. */
export function swipeSteps(distancePx: number, durationMs: number, stepPx: number): number {
  const steps = Math.round(-distancePx / stepPx)
  if (steps !== 0) return steps
  const quick = Math.abs(distancePx) > 24 && Math.abs(distancePx) / Math.max(1, durationMs) > 0.3
  return quick ? -Math.sign(distancePx) : 0
}
