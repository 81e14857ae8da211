import { expect, it } from 'vitest'
import { amountOf, leftOf } from './refunds'

it.each([
  ['card', '3000', 3_000],
  ['card', '3,000', 3_000],
  ['card', '0', null],
  ['card', '10.5', null],
  ['card', '', null],
  ['wit', '12', 1_200],
  ['wit', '12.3', 1_230],
  ['wit', '0.05', 5],
  ['wit', '1.234', null],
  ['wit', '-1', null],
] as const)('reads %s %s', (method, text, amount) => {
  expect(amountOf(method, text)).toBe(amount)
})

it('knows what is left', () => {
  const price = { productsWon: 5_000, surchargeWon: 0, totalWon: 5_000, totalHundredths: 50_000 }
  expect(leftOf({ method: 'card', price, refunded: 1_500 })).toBe(3_500)
  expect(leftOf({ method: 'wit', price, refunded: 1_500 })).toBe(48_500)
})
