import { expect, it } from 'vitest'
import { changeInThousandths, formatChange, isLargeChange, readHundredths } from './amounts'

it.each([
  ['1', 100],
  ['1,240.5', 124_050],
  ['0.07', 7],
  [' 12.34 ', 1_234],
  ['', null],
  ['1.234', null],
  ['-3', null],
  ['1e3', null],
  ['.5', null],
])('parses %j as %s', (typed, hundredths) => expect(readHundredths(typed)).toBe(hundredths))

it.each([
  [10_000, 10_340, '+3.4 %'],
  [10_000, 9_999, '+0.0 %'],
  [10_000, 8_750, '−12.5 %'],
])('formats the change from %s to %s as %s', (before, after, said) => {
  expect(formatChange(changeInThousandths(before, after))).toBe(said)
})

it.each([
  [10_000, 11_000, false],
  [10_000, 11_001, true],
  [10_000, 9_000, false],
  [10_000, 8_999, true],
])('takes the change from %s to %s as large: %s', (before, after, large) =>
  expect(isLargeChange(before, after)).toBe(large),
)
