import { expect, it } from 'vitest'
import { daysOf, monthAfter } from './month'

it('counts days and months', () => {
  expect([daysOf('2028-02').length, daysOf('2026-02').length, daysOf('2026-12').at(-1)]).toEqual([
    29,
    28,
    '2026-12-31',
  ])
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-05', 0)]).toEqual([
    '2027-01',
    '2026-12',
    '2026-05',
  ])
})
