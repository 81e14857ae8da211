import { expect, it } from 'vitest'
import { Governor } from './governor'

function run(governor: Governor, seconds: number, workMs: number) {
  for (let ms = 0; ms < seconds * 1000; ms += 100) governor.frame(100, workMs)
  return governor.step
}

it('steps down after six bad seconds, and then waits', () => {
  const governor = new Governor(1)
  expect(run(governor, 4, 40)).toBe(1)
  expect(run(governor, 4, 40)).toBe(2)
  expect(run(governor, 10, 40)).toBe(2)
  expect(run(governor, 20, 40)).toBe(3)
})

it('steps up only after a good minute', () => {
  const governor = new Governor(3)
  expect(run(governor, 50, 5)).toBe(3)
  expect(run(governor, 20, 5)).toBe(2)
  expect(run(governor, 100, 5)).toBe(2)
})

it('does not try again what failed three times', () => {
  const governor = new Governor(3)
  for (let i = 0; i < 6; i++) {
    run(governor, 200, 5)
    run(governor, 200, 24)
  }
  const worst = run(governor, 600, 5)
  expect(worst).toBeGreaterThanOrEqual(2)
})

it('stays in its range', () => {
  expect(run(new Governor(1), 600, 90)).toBe(5)
  expect(run(new Governor(0), 600, 1)).toBe(0)
})
