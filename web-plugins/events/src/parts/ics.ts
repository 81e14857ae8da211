// A calendar file of an event: the times in Korea with their time zone, so that calendars without a list of zones show them
// right too.
import type { EventCardData } from '../api/types'

const LINE_BYTES = 73
/** The seconds since then number the versions of a file: a later one replaces the entry in a calendar (RFC 5546). */
const FIRST_VERSION_MS = Date.UTC(2026, 0)

const stamp = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+Z$/, '')

/** The time in Korea, which is UTC+9 all year. */
const korean = (instant: string) => stamp(Date.parse(instant) + 9 * 3_600_000)

/**
 * A value of the type TEXT (RFC 5545, 3.3.11). Every line break is escaped, also a lone CR: a reader that takes it for the end
 * of the line would read the rest as a property. Other control characters are not allowed in the file.
 */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')

/** Long lines continue after a line break and a space; a letter is never divided. */
export function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (bytes + size > LINE_BYTES) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += letter
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

export function calendarFile(
  event: Pick<EventCardData, 'eventId' | 'startsAt' | 'endsAt' | 'phase'>,
  texts: { title: string; description: string; place: string; url: string },
  nowMs: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Witverse//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Seoul',
    'BEGIN:STANDARD',
    'DTSTART:19881009T030000',
    'TZOFFSETFROM:+1000',
    'TZOFFSETTO:+0900',
    'TZNAME:KST',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${event.eventId}@witverse`,
    `DTSTAMP:${stamp(nowMs)}Z`,
    `LAST-MODIFIED:${stamp(nowMs)}Z`,
    `SEQUENCE:${Math.max(0, Math.floor((nowMs - FIRST_VERSION_MS) / 1000))}`,
    `DTSTART;TZID=Asia/Seoul:${korean(event.startsAt)}`,
    `DTEND;TZID=Asia/Seoul:${korean(event.endsAt)}`,
    `SUMMARY:${escaped(texts.title)}`,
    `DESCRIPTION:${escaped(texts.description)}`,
    `LOCATION:${escaped(texts.place)}`,
    `URL:${texts.url}`,
    `STATUS:${event.phase === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
