// The ledger's daily totals, by day and kind.
import type { DayTotal } from './api'

export interface Day {
  /** 2026-11-21 */
  day: string
  count: number
  total: number
  parts: { kind: string; count: number; hundredths: number }[]
}

/** In the order in which they are stacked. */
export const KINDS: readonly string[] = [
  'recharge',
  'charge',
  'give',
  'hold',
  'reward',
  'issue',
  'bonus',
  'refund',
  'chargeback',
  'adjustment',
  'forfeit',
]

export function kindsIn(items: DayTotal[]): string[] {
  const found = new Set<string>(items.map(({ kind }) => kind))
  return KINDS.filter((kind) => found.has(kind))
}

/** The oldest day first; of one kind only where one is named. */
export function daysOf(items: DayTotal[], only = ''): Day[] {
  const days = new Map<string, Day>()
  for (const { day, kind, count, amountHundredths } of items) {
    if (only !== '' && kind !== only) continue
    const own = days.get(day) ?? { day, count: 0, total: 0, parts: [] }
    const hundredths = Math.abs(amountHundredths)
    own.parts.push({ kind, count, hundredths })
    own.count += count
    own.total += hundredths
    days.set(day, own)
  }
  for (const own of days.values()) {
    own.parts.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day))
}
