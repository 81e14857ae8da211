import { expect, it } from 'vitest'
import type { Holidays } from '../api/holidays'
import { openYears, rowsOf } from './holiday-rows'

const HOLIDAYS: Holidays = {
  version: 1,
  madeAt: '2026-01-01T00:00:00Z',
  today: '2026-11-27',
  lastYear: 2027,
  endsSoon: false,
  items: [
    { day: '2026-10-09', name: { ko: '한글날', en: 'Hangul Day' } },
    { day: '2026-11-27', name: { ko: '임시공휴일', en: 'Temporary holiday' } },
    { day: '2026-12-25', name: { ko: '성탄절', en: 'Christmas Day' } },
    { day: '2027-01-01', name: { ko: '새해 첫날', en: "New Year's Day" } },
  ],
}

it('offers the years up to the one after the last', () => {
  expect(openYears(HOLIDAYS)).toEqual([2026, 2027, 2028])
  expect(openYears({ ...HOLIDAYS, lastYear: 2024 })).toEqual([2026])
  expect(openYears({ ...HOLIDAYS, lastYear: 2050 }).at(-1)).toBe(2036)
})

it('leaves out the days that are over', () => {
  expect(rowsOf(HOLIDAYS, 2026)).toEqual([
    { key: '2026-12-25', day: '2026-12-25', name: { ko: '성탄절', en: 'Christmas Day' } },
  ])
})

it('begins a new year with the days that are the same each year', () => {
  const rows = rowsOf(HOLIDAYS, 2028)
  expect(rows).toHaveLength(8)
  expect(rows[1]).toMatchObject({ day: '2028-03-01', name: { ko: '삼일절' } })
})
