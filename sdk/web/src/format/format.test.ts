import { expect, it } from 'vitest'
import { formatClock, formatCount, formatDate } from './numbers'
import { hueOf, sequenceOf } from './seed'

it.each([
  [0, '0'],
  [1_284, '1,284'],
  [999_999, '999,999'],
  [1_000_000, '1.00M'],
  [12_345_678, '12.35M'],
])('formats the count %s', (value, expected) => expect(formatCount(value)).toBe(expected))

it.each([
  [300, '5:00'],
  [61, '1:01'],
  [0.2, '0:01'],
  [-4, '0:00'],
])('formats %s seconds as a clock', (seconds, expected) => expect(formatClock(seconds)).toBe(expected))

it('formats dates as YYYY.MM.DD with an optional separator', () => {
  expect(formatDate(new Date(2026, 2, 5))).toBe('2026.03.05')
  expect(formatDate(new Date(2026, 10, 25), '-')).toBe('2026-11-25')
})

it('derives the same numbers from the same name', () => {
  const [one, other] = [sequenceOf('reef'), sequenceOf('reef')]
  expect([one(), one()]).toEqual([other(), other()])
  expect(hueOf('reef')).toBeLessThan(360)
})
