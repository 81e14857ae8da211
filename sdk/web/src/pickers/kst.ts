// Korea Standard Time. It is UTC+9 all year, so that no time zone data is needed. Dates are `YYYY-MM-DD`, times `HH:mm`;
// instants are ISO 8601 in UTC.

import { serverNow } from '../time/server-clock'

const OFFSET_MS = 9 * 3_600_000

const two = (part: number) => String(part).padStart(2, '0')

/** The date and time in Korea; null for a text that is no instant: browsers read dates in other forms too, each in its own way. */
export function toKst(instant: string): { date: string; time: string } | null {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(instant) ? Date.parse(instant) : Number.NaN
  if (Number.isNaN(ms)) return null
  const shifted = new Date(ms + OFFSET_MS).toISOString()
  return { date: shifted.slice(0, 10), time: shifted.slice(11, 16) }
}

/** The instant of a date and time in Korea. */
export function fromKst(date: string, time: string): string {
  return new Date(Date.parse(`${date}T${time}:00Z`) - OFFSET_MS).toISOString()
}

/** Today's date in Korea. */
export const todayInKorea = (nowMs: number = serverNow()): string =>
  new Date(nowMs + OFFSET_MS).toISOString().slice(0, 10)

/** `2026.11.24 19:30`: an instant in Korea. */
export function formatKst(instant: string): string {
  const found = toKst(instant)
  return found ? `${formatDay(found.date)} ${found.time}` : ''
}

/** `2026-11-24` → `2026.11.24`. */
export const formatDay = (date: string): string => date.replaceAll('-', '.')

/** Reads `2026.11.24`, `2026-11-24`, `2026/1/5` and `20261124`; null if there is no such day. */
export function parseDay(typed: string): string | null {
  const text = typed.trim()
  const found =
    /^(\d{4})[.\-/\s]+(\d{1,2})[.\-/\s]+(\d{1,2})\.?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** The day as the calendar's local date. Noon, because midnight does not exist on some days of some time zones. */
export function toLocalDate(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export const fromLocalDate = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Whether the viewer's clock shows another time than Korea's at that instant. */
export const differsFromKorea = (instant: string): boolean =>
  new Date(instant).getTimezoneOffset() * -60_000 !== OFFSET_MS
