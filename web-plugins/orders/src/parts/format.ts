// Values of orders as people read them.
import { formatMoney } from '@witverse/sdk'
import type { OrderState } from '../api/types'

export const won = (amountMinor: number, language: 'ko' | 'en') =>
  formatMoney({ currency: 'KRW', amountMinor }, language)

/** A day in Korea, `2026-11-24`, as text. */
export function dayText(day: string, language: 'ko' | 'en'): string {
  const locale = language === 'ko' ? 'ko-KR' : 'en-US'
  const options = { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'Asia/Seoul' } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(`${day}T00:00:00+09:00`))
}

/** A chance of a weight in a sum of weights, in percent with as many digits as it needs. */
export function percent(weight: number, total: number): string {
  const share = total === 0 ? 0 : (weight / total) * 100
  return `${Number(share.toPrecision(3))}%`
}

type Tone = 'plain' | 'good' | 'bad' | 'accent'

const TONES: Record<OrderState, Tone> = {
  reserved: 'accent',
  expired: 'plain',
  cancelled: 'plain',
  paid: 'good',
  preparing: 'good',
  shipped: 'good',
  delivered: 'good',
  refunding: 'accent',
  refunded: 'plain',
}

export const toneOf = (state: OrderState): Tone => TONES[state]
