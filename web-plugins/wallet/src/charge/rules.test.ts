import { expect, it } from 'vitest'
import { checkAmount } from './rules'

const LIMITS = { minWit: 100, maxWit: 1_000_000 }

it.each([
  ['', 'amount.required', ''],
  ['0', 'amount.tooSmall', '100'],
  ['99', 'amount.tooSmall', '100'],
  ['1000001', 'amount.tooLarge', '1,000,000'],
])('refuses %j with %s', (wit, key, limit) => {
  expect(checkAmount(wit, LIMITS)).toEqual({ key, wit: limit })
})

it.each(['100', '1000000'])('accepts %s', (wit) => expect(checkAmount(wit, LIMITS)).toBeNull())
