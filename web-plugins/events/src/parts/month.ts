// Months as `YYYY-MM` and their days as `YYYY-MM-DD`.
import { toKst } from '@witverse/sdk/pickers'

/** The month `by` months later. */
export function monthAfter(month: string, by: number): string {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

export function daysOf(month: string): string[] {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, at, 0)).getUTCDate()
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
}

/** The days among `days` on which an event takes place in Korea. An event that ends at midnight does not have the day after. */
export function daysBetween(startsAt: string, endsAt: string, days: string[]): string[] {
  const first = toKst(startsAt)?.date ?? ''
  const last = toKst(new Date(Date.parse(endsAt) - 1).toISOString())?.date ?? ''
  return days.filter((day) => day >= first && day <= last)
}
