import { expect, it } from 'vitest'
import { calendarFile, folded } from './ics'

const texts = { title: '달, 모임; 밤', description: 'one\ntwo', place: 'Hall', url: 'https://x.test/event/1' }
const of = (startsAt: string, endsAt: string) =>
  calendarFile({ eventId: '1', startsAt, endsAt, phase: 'pre' }, texts, Date.UTC(2026, 10, 26))

it('has Korean times with their zone, also over midnight and on the leap day', () => {
  const file = of('2028-02-28T14:30:00.000Z', '2028-02-28T15:30:00.000Z')
  expect(file).toContain('DTSTART;TZID=Asia/Seoul:20280228T233000\r\n')
  expect(file).toContain('DTEND;TZID=Asia/Seoul:20280229T003000\r\n')
  expect(file).toContain('BEGIN:VTIMEZONE\r\nTZID:Asia/Seoul\r\n')
  expect(file).toContain('SUMMARY:달\\, 모임\\; 밤\r\n')
  expect(file).toContain('DESCRIPTION:one\\ntwo\r\n')
})

it('lets no control character into a value', () => {
  const harmful = 'a\rX-EVIL:1\u0007\u000bb\u0085c\u2028d\te\r\nf\u007f'
  const when = '2026-11-26T10:00:00.000Z'
  const event = { eventId: '1', startsAt: when, endsAt: when, phase: 'pre' } as const
  const file = calendarFile(event, { ...texts, title: harmful, description: harmful, place: harmful }, 0)
  expect(file).toContain('SUMMARY:a\\nX-EVIL:1\\nb\\nc\\nd\te\\nf\r\n')
  expect(file.replaceAll('\r\n', '').match(/(?!\t)[\p{Cc}\u2028\u2029]/u)).toBe(null)
})

it('replaces the entry of an earlier file, also after a cancellation', () => {
  const when = '2026-11-26T10:00:00.000Z'
  const at = (phase: 'pre' | 'cancelled', nowMs: number) =>
    calendarFile({ eventId: '1', startsAt: when, endsAt: when, phase }, texts, nowMs)
  const sequence = (file: string) => Number(/SEQUENCE:(\d+)\r\n/.exec(file)?.[1])
  const [one, two] = [at('pre', Date.UTC(2026, 10, 26)), at('cancelled', Date.UTC(2026, 10, 26, 0, 0, 2))]
  expect(sequence(one)).toBeLessThan(sequence(two))
  expect(two).toContain('LAST-MODIFIED:20261126T000002Z\r\n')
  expect(two).toContain('STATUS:CANCELLED\r\n')
  // Calendars read a signed number of 32 bits.
  expect(sequence(at('pre', Date.UTC(2090, 0)))).toBeLessThan(2 ** 31)
})

it('folds long lines between letters', () => {
  const line = `SUMMARY:${'가'.repeat(60)}`
  const parts = folded(line).split('\r\n ')
  expect(parts.join('')).toBe(line)
  expect(parts.every((part) => new TextEncoder().encode(part).length <= 75)).toBe(true)
})
