// Formats times in Korean time, which the wallet's days and months follow, and in the viewer's time zone where it
// differs.

import { serverNow } from '@witverse/sdk'

const KST_MS = 9 * 3_600_000
const KST_OFFSET_MINUTES = -540

export interface Moment {
  /** 2026.11.21 */
  date: string
  /** 14:02 */
  time: string
}

export function kst(at: string): Moment {
  const shifted = new Date(Date.parse(at) + KST_MS).toISOString()
  return { date: shifted.slice(0, 10).replaceAll('-', '.'), time: shifted.slice(11, 16) }
}

/** The viewer's own time; null in Korea. Includes the date if it differs from the Korean date. */
export function own(at: string): string | null {
  const date = new Date(at)
  if (date.getTimezoneOffset() === KST_OFFSET_MINUTES) return null
  const two = (part: number) => String(part).padStart(2, '0')
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  const day = `${two(date.getMonth() + 1)}.${two(date.getDate())}`
  return day === kst(at).date.slice(5) ? time : `${day} ${time}`
}

/** The current month and the months before it in Korean time, the latest first: `2026-11`. */
export function lastMonths(count: number, now = serverNow()): string[] {
  const today = new Date(now + KST_MS)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}

/** `November 2026`, `Nov 2026`, `Nov`; `2026년 11월`, `11월`. */
export const monthName = (
  month: string,
  language: string,
  style: 'long' | 'medium' | 'short' = 'long',
): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: style === 'long' ? 'long' : 'short',
    ...(style !== 'short' && { year: 'numeric' }),
  }).format(new Date(`${month}-01T00:00:00Z`))
