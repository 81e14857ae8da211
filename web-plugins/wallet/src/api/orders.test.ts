import { expect, it } from 'vitest'
import { newKey, POLL, pollAfter } from './orders'

it.each([
  ['pending', 1, POLL.first],
  ['pending', POLL.patient, POLL.later],
  ['pending', POLL.most, false],
  ['paid', 1, false],
  [undefined, 0, false],
] as const)(
  'an order that is %s, asked about %i times, is asked about again after %s',
  (state, asked, after) => {
    expect(pollAfter(state, asked)).toBe(after)
  },
)

it('makes another key each time', () => expect(newKey()).not.toBe(newKey()))
