// The ledger's daily totals by day and kind.
import { serverNow } from '@witverse/sdk'
import type { ChartTone } from '@witverse/sdk/data'
import type { DayTotal } from './api'

export interface Day {
  /** 2026-11-21 */
  day: string
  count: number
  total: number
  parts: { kind: string; count: number; hundredths: number }[]
}

/** In stacking order. */
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

const TONES: Record<string, ChartTone> = {
  recharge: 'accent',
  charge: 'amber',
  give: 'sky',
  hold: 'sky',
  reward: 'leaf',
  issue: 'leaf',
  bonus: 'leaf',
  refund: 'rose',
  chargeback: 'rose',
}

/** Related kinds have the same colour. */
export const toneOfKind = (kind: string): ChartTone => TONES[kind] ?? 'plain'

export function kindsIn(items: DayTotal[]): string[] {
  const found = new Set<string>(items.map(({ kind }) => kind))
  return KINDS.filter((kind) => found.has(kind))
}

const DAY_MS = 86_400_000
const KST_MS = 9 * 3_600_000

/** The last `count` days of Korean time, the oldest first: `2026-11-21`. */
export function lastDays(count: number, now = serverNow()): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(now + KST_MS - (count - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The oldest day first; only one kind if `only` is set. Includes the days of `span` without movements. */
export function daysOf(items: DayTotal[], only = '', span: string[] = []): Day[] {
  const days = new Map<string, Day>(span.map((day) => [day, { day, count: 0, total: 0, parts: [] }]))
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
