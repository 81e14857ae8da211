// The data of the chart: incoming and outgoing amounts per month, by family and kind.
import type { MonthFlow } from '../api/types'
import { FAMILIES, type Family, styleOf } from '../history/kinds'

export interface Part<K> {
  key: K
  hundredths: number
}

export interface Side {
  total: number
  families: Part<Family>[]
  kinds: Part<string>[]
}

export interface Month {
  /** 2026-11 */
  month: string
  in: Side
  out: Side
}

/** The requested months, the oldest first, including months without movements. */
export function monthsOf(flows: MonthFlow[], months: string[]): Month[] {
  return [...months].reverse().map((month) => {
    const mine = flows.filter((flow) => flow.month === month)
    return {
      month,
      in: sideOf(mine.map((flow) => ({ key: flow.kind, hundredths: flow.inHundredths }))),
      out: sideOf(mine.map((flow) => ({ key: flow.kind, hundredths: flow.outHundredths }))),
    }
  })
}

function sideOf(all: Part<string>[]): Side {
  const kinds = all.filter(({ hundredths }) => hundredths > 0).sort((a, b) => b.hundredths - a.hundredths)
  const families = FAMILIES.map((key) => ({
    key,
    hundredths: sum(kinds.filter((part) => styleOf(part.key).family === key)),
  })).filter(({ hundredths }) => hundredths > 0)
  return { total: sum(kinds), families, kinds }
}

const sum = (parts: { hundredths: number }[]): number =>
  parts.reduce((total, { hundredths }) => total + hundredths, 0)

/** The amounts of one family by month, in hundredths of a WIT; outgoing ones are negative. */
export function amountsOf(months: Month[], family: Family, side: 'in' | 'out'): number[] {
  const sign = side === 'in' ? 1 : -1
  return months.map((month) => {
    const part = month[side].families.find(({ key }) => key === family)
    return part ? part.hundredths * sign : 0
  })
}

export const isEmpty = (months: Month[]): boolean =>
  months.every((month) => month.in.total === 0 && month.out.total === 0)

/** The families that occur, for the legend. */
export function familiesIn(months: Month[]): Family[] {
  const found = new Set(
    months.flatMap((one) => [...one.in.families, ...one.out.families]).map(({ key }) => key),
  )
  return FAMILIES.filter((family) => found.has(family))
}
