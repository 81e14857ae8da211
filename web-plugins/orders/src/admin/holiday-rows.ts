// The rows of the form for the holidays of a year.
import type { Holiday, Holidays } from '../api/holidays'

export interface HolidayRow {
  /** The key of the row on screen. */
  key: string
  day: string
  name: Holiday['name']
}

/** The server's limit. */
export const MOST_DAYS = 40
const YEARS_AHEAD = 10

/** The holidays that are on the same day each year. Lunar ones and substitutes are added by hand. */
const FIXED = [
  ['01-01', '새해 첫날', "New Year's Day"],
  ['03-01', '삼일절', 'Independence Movement Day'],
  ['05-05', '어린이날', "Children's Day"],
  ['06-06', '현충일', 'Memorial Day'],
  ['08-15', '광복절', 'Liberation Day'],
  ['10-03', '개천절', 'National Foundation Day'],
  ['10-09', '한글날', 'Hangul Day'],
  ['12-25', '성탄절', 'Christmas Day'],
] as const

export const yearOf = (day: string) => Number(day.slice(0, 4))

/** The years that can be changed: from this year to the one after the last year of the table. */
export function openYears({ today, lastYear }: Holidays): number[] {
  const first = yearOf(today)
  const last = Math.min(Math.max(lastYear + 1, first), first + YEARS_AHEAD)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

/** The coming holidays of a year; of a new year those that are on the same day each year. */
export function rowsOf({ items, today, lastYear }: Holidays, year: number): HolidayRow[] {
  if (year > lastYear) {
    return FIXED.map(([day, ko, en]) => ({ key: day, day: `${year}-${day}`, name: { ko, en } }))
  }
  return items
    .filter(({ day }) => yearOf(day) === year && day > today)
    .map(({ day, name }) => ({ key: day, day, name }))
}
