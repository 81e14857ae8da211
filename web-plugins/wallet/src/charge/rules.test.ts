import { expect, it } from 'vitest'
import { checkAmount, wholeWit } from './rules'

it.each([
  ['12.9', '12'],
  ['0.9', '0'],
  ['.5', ''],
  ['1,234.56 WIT', '1234'],
  ['-100', '100'],
  ['007', '7'],
  ['', ''],
  ['99999999999', '999999999'],
])('of %j counts %j', (typed, counted) => expect(wholeWit(typed)).toBe(counted))

const LIMITS = { minWit: 100, maxWit: 1_000_000 }

it.each([
  ['', 'amount.required', ''],
  ['0', 'amount.tooSmall', '100'],
  ['99', 'amount.tooSmall', '100'],
  ['1000001', 'amount.tooLarge', '1,000,000'],
])('%j is refused with %s', (wit, key, limit) => {
  expect(checkAmount(wit, LIMITS)).toEqual({ key, wit: limit })
})

it.each(['100', '1000000'])('%s is allowed', (wit) => expect(checkAmount(wit, LIMITS)).toBeNull())
