import { expect, it } from 'vitest'
import { daysBetween, daysOf, monthAfter } from './month'

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

it('has an event on each of its days in Korea, also if it began in the month before', () => {
  const days = daysOf('2026-12')
  const on = (startsAt: string, endsAt: string) => daysBetween(startsAt, endsAt, days)
  expect(on('2026-11-29T15:00:00Z', '2026-12-01T16:00:00Z')).toEqual(['2026-12-01', '2026-12-02'])
  // Midnight in Korea is 15:00 UTC.
  expect(on('2026-12-05T14:00:00Z', '2026-12-05T15:00:00Z')).toEqual(['2026-12-05'])
  expect(on('2026-12-05T15:00:00Z', '2026-12-05T16:00:00Z')).toEqual(['2026-12-06'])
  expect(on('2026-12-31T14:00:00Z', '2027-01-02T16:00:00Z')).toEqual(['2026-12-31'])
})
