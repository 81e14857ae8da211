// Formats times: the product's date format, in the viewer's time zone.
import { serverNow } from '../time/server-clock'
import { formatDate } from './numbers'

export function formatMoment(value: string): string {
  const date = new Date(value)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${formatDate(date)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
]

/** "3 hours ago"; a date when the time is more than a week ago. */
export function formatAgo(value: string, language: string, now = serverNow()): string {
  const seconds = (new Date(value).getTime() - now) / 1_000
  const size = Math.abs(seconds)
  if (size >= 7 * 86_400) return formatDate(value)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (size < 60) return words.format(0, 'second')
  const [unit, length] = STEPS.findLast(([, least]) => size >= least) ?? ['minute', 60]
  return words.format(Math.round(seconds / length), unit)
}

export interface SplitSeconds {
  days: number
  hours: number
  minutes: number
  seconds: number
}

export function splitSeconds(left: number): SplitSeconds {
  const whole = Math.max(0, Math.ceil(left))
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3_600) % 24,
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  }
}

const digits = (value: number, count: number) => String(value).padStart(count, '0')

/** `mm:ss.mmm`, for times of games: `01:02.345`. Minutes go on after 59. */
export function formatStopwatch(ms: number): string {
  const whole = Math.max(0, Math.floor(ms))
  const seconds = Math.floor(whole / 1000)
  return `${digits(Math.floor(seconds / 60), 2)}:${digits(seconds % 60, 2)}.${digits(whole % 1000, 3)}`
}
