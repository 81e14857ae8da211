import { expect, it } from 'vitest'
import { angleBetween, isComplete, nextStep, type Observed, STEPS } from './steps'

const NOTHING: Observed = {
  ...{ walkedM: 0, turnedRad: 0, wellM: 9, isSitting: false },
  ...{ hasSpoken: false, hasFelt: false },
}

it.each([
  ['walk', { walkedM: 2.4 }, false],
  ['walk', { walkedM: 3 }, true],
  ['look', { turnedRad: 0.9 }, false],
  ['look', { turnedRad: 1.1 }, true],
  // Nearness counts only where there is no camera.
  ['look', { wellM: 1 }, false],
  ['look', { turnedRad: null, wellM: 1 }, true],
  ['look', { turnedRad: null }, false],
  ['sit', { isSitting: true }, true],
  ['chat', { hasSpoken: true }, true],
  ['emoji', { hasFelt: true }, true],
] as const)('%s with %o is complete: %s', (step, seen, expected) => {
  expect(isComplete(step, { ...NOTHING, ...seen })).toBe(expected)
})

it('completes no step by itself', () => {
  expect(STEPS.filter((step) => isComplete(step, NOTHING))).toEqual([])
})

it('goes through all steps once', () => {
  const seen = []
  for (let step: (typeof STEPS)[number] | null = STEPS[0]; step; step = nextStep(step)) seen.push(step)
  expect(seen).toEqual(STEPS)
})

it('measures turns across the back', () => {
  expect(angleBetween(0.1, 2 * Math.PI - 0.1)).toBeCloseTo(0.2)
  expect(angleBetween(-Math.PI, Math.PI)).toBeCloseTo(0)
})
