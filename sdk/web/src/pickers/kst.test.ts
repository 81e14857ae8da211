import { describe, expect, it } from 'vitest'
import { formatKst, fromKst, fromLocalDate, parseDay, todayInKorea, toKst, toLocalDate } from './kst'

it('converts instants to Korea and back', () => {
  expect(toKst('2026-11-24T10:30:00Z')).toEqual({ date: '2026-11-24', time: '19:30' })
  expect(toKst('2026-12-31T15:00:00Z')).toEqual({ date: '2027-01-01', time: '00:00' })
  expect(fromKst('2026-11-24', '19:30')).toBe('2026-11-24T10:30:00.000Z')
  expect(fromKst('2027-01-01', '00:00')).toBe('2026-12-31T15:00:00.000Z')
  expect(formatKst('2026-11-24T10:30:00Z')).toBe('2026.11.24 19:30')
  expect(toKst('tomorrow')).toBeNull()
})

it('begins the day at midnight in Korea', () => {
  expect(todayInKorea(Date.parse('2026-11-24T14:59:59Z'))).toBe('2026-11-24')
  expect(todayInKorea(Date.parse('2026-11-24T15:00:00Z'))).toBe('2026-11-25')
})

describe('a typed day', () => {
  it.each(['2026.11.24', '2026-11-24', '2026/11/24', '20261124', ' 2026. 11. 24. '])('reads %s', (typed) =>
    expect(parseDay(typed)).toBe('2026-11-24'),
  )
  it.each(['', '2026.13.01', '2026.02.30', '24.11.2026', '11/24', 'soon'])('refuses %s', (typed) =>
    expect(parseDay(typed)).toBeNull(),
  )
  it('reads single digits', () => expect(parseDay('2026.1.5')).toBe('2026-01-05'))
})

it('survives the calendar', () => expect(fromLocalDate(toLocalDate('2026-03-08'))).toBe('2026-03-08'))
