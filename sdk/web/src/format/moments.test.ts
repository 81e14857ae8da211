import { expect, it } from 'vitest'
import { formatAgo, formatMoment, formatStopwatch, splitSeconds } from './moments'

const NOW = new Date(2026, 10, 21, 14, 0).getTime()
const before = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()

it.each([
  [20, 'en', 'now'],
  [120, 'en', '2 minutes ago'],
  [3 * 3_600, 'ko', '3시간 전'],
  [86_400, 'en', 'yesterday'],
  [20 * 86_400, 'en', '2026.11.01'],
])('formats %i seconds ago in the language %s', (seconds, language, said) => {
  expect(formatAgo(before(seconds), language, NOW)).toBe(said)
})

it('formats the date in the product’s format and the time in the viewer’s time zone', () => {
  expect(formatMoment(new Date(2026, 2, 5, 7, 4).toISOString())).toBe('2026.03.05 07:04')
})

it('splits seconds into days, hours, minutes and seconds', () => {
  expect(splitSeconds(6 * 86_400 + 23 * 3_600 + 59 * 60 + 4)).toEqual({
    days: 6,
    hours: 23,
    minutes: 59,
    seconds: 4,
  })
  expect(splitSeconds(-3)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

it('formats times of games as mm:ss.mmm', () => {
  expect([5, 62_345, 3_600_000, -1].map(formatStopwatch)).toEqual([
    ...['00:00.005', '01:02.345', '60:00.000', '00:00.000'],
  ])
})
