import { describe, expect, it } from 'vitest'
import { formatMoney, formatUsd, formatWit, formatWitShort, type Money, priceOf, wholeWit } from './wit'

const RATE = { hundredthsPerUsd: 10_000, hundredthsPer1000Krw: 7_200 }

it.each([
  [0, '0'],
  [100, '1'],
  [50, '0.50'],
  [5, '0.05'],
  [124_050, '1,240.50'],
  [100_000_000_000_000, '1,000,000,000,000'],
  [99_999_999_999_999, '999,999,999,999.99'],
  [-124_000, '−1,240'],
  [-1, '−0.01'],
])('formats %s hundredths as WIT', (hundredths, expected) => expect(formatWit(hundredths)).toBe(expected))

it.each([
  [50_000, '+500'],
  [-50_000, '−500'],
  [0, '0'],
])('formats the movement %s with its sign', (hundredths, expected) =>
  expect(formatWit(hundredths, { sign: 'always' })).toBe(expected),
)

it.each([
  [0, '0'],
  [99, '0'],
  [124_099, '1,240'],
  [99_999_999, '999,999'],
  [100_000_000, '1.00M'],
  [1_239_999_999, '12.39M'],
  [-250_000_000, '−2.50M'],
])('abbreviates %s hundredths', (hundredths, expected) => expect(formatWitShort(hundredths)).toBe(expected))

describe('values in dollars', () => {
  it.each([
    [0, '$0.00'],
    [10_000, '$1.00'],
    [124_050, '$12.41'],
    [49, '$0.00'],
    [50, '$0.01'],
    [-10_000, '−$1.00'],
    [-1, '$0.00'],
    [100_000_000_000_000, '$10,000,000,000.00'],
  ])('%s hundredths', (hundredths, expected) => expect(formatUsd(hundredths, RATE)).toBe(expected))

  it('rounds to the nearest cent at any rate', () => {
    expect(formatUsd(100, { hundredthsPerUsd: 300 })).toBe('$0.33')
    expect(formatUsd(200, { hundredthsPerUsd: 300 })).toBe('$0.67')
  })
})

it.each<[Money, 'ko' | 'en', string]>([
  [{ currency: 'KRW', amountMinor: 13_889 }, 'ko', '13,889원'],
  [{ currency: 'KRW', amountMinor: 13_889 }, 'en', '₩13,889'],
  [{ currency: 'USD', amountMinor: 1_005 }, 'ko', '$10.05'],
  [{ currency: 'USD', amountMinor: 7 }, 'en', '$0.07'],
  [{ currency: 'KRW', amountMinor: -500 }, 'ko', '−500원'],
])('formats the money %j in the language %s', (money, language, expected) =>
  expect(formatMoney(money, language)).toBe(expected),
)

it.each([
  [100_000, 'KRW', 13_890],
  [7_200, 'KRW', 1_000],
  [7_201, 'KRW', 1_010],
  [100_000, 'USD', 1_000],
  [10_001, 'USD', 101],
  [100_000_000, 'USD', 1_000_000],
] as const)('computes the price of %s hundredths in %s as %s', (hundredths, currency, amountMinor) => {
  expect(priceOf(hundredths, currency, RATE)).toEqual({ currency, amountMinor })
})

it.each([
  ['12.9', '12'],
  ['0.9', '0'],
  ['.5', ''],
  ['1,234.56 WIT', '1234'],
  ['-100', '100'],
  ['007', '7'],
  ['', ''],
  ['99999999999', '999999999'],
])('reads the whole number of %j as %j', (typed, counted) => expect(wholeWit(typed)).toBe(counted))
