import { expect, it } from 'vitest'
import { newKey, POLL, pollAfter } from './orders'

it.each([
  ['pending', 1, POLL.first],
  ['pending', POLL.patient, POLL.later],
  ['pending', POLL.most, false],
  ['paid', 1, false],
  [undefined, 0, false],
] as const)('polls an order that is %s after %i attempts in %s', (state, asked, after) => {
  expect(pollAfter(state, asked)).toBe(after)
})

it('creates a different key each time', () => expect(newKey()).not.toBe(newKey()))
