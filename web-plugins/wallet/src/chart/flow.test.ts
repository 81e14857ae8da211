import { expect, it } from 'vitest'
import type { MonthFlow } from '../api/types'
import { amountsOf, familiesIn, isEmpty, monthsOf } from './flow'

const flow = (
  month: string,
  kind: MonthFlow['kind'],
  inHundredths: number,
  outHundredths = 0,
): MonthFlow => ({
  month,
  kind,
  inHundredths,
  outHundredths,
})

const FLOWS = [
  flow('2026-11', 'recharge', 100_000),
  flow('2026-11', 'give', 500, 20_000),
  flow('2026-11', 'hold', 0, 10_000),
  flow('2026-09', 'issue', 1_250),
  flow('2025-01', 'recharge', 9_999_999),
]

it('contains exactly the requested months, the oldest first', () => {
  const months = monthsOf(FLOWS, ['2026-11', '2026-10', '2026-09'])
  expect(months.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(months[1]).toEqual({
    month: '2026-10',
    in: { total: 0, families: [], kinds: [] },
    out: { total: 0, families: [], kinds: [] },
  })
  expect(amountsOf(months, 'people', 'out')).toEqual([0, 0, -30_000])
  expect(amountsOf(months, 'bought', 'in').at(-1)).toBeGreaterThan(0)
  expect(isEmpty(months)).toBe(false)
})

it('adds the kinds of a family', () => {
  const [november] = monthsOf(FLOWS, ['2026-11'])
  expect(november?.out.families).toEqual([{ key: 'people', hundredths: 30_000 }])
  expect(november?.out.kinds).toEqual([
    { key: 'give', hundredths: 20_000 },
    { key: 'hold', hundredths: 10_000 },
  ])
  expect(familiesIn(november ? [november] : [])).toEqual(['bought', 'people'])
})

it('is empty without movements', () => expect(isEmpty(monthsOf([], ['2026-11']))).toBe(true))
