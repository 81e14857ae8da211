// Amounts of refunds: in won for a card, in hundredths of a WIT for WIT.
import { formatWit } from '@witverse/sdk'
import type { Order } from '../api/types'
import { won } from './format'

type Paid = Pick<Order, 'method' | 'price' | 'refunded'>

/** What can still be given back, in the unit of the payment. */
export function leftOf({ method, price, refunded }: Paid): number {
  const paid = method === 'wit' ? (price.totalHundredths ?? 0) : price.totalWon
  return paid - refunded
}

export const amountText = (method: Order['method'], amount: number, language: 'ko' | 'en') =>
  method === 'wit' ? `${formatWit(amount)} WIT` : won(amount, language)

/** A typed amount in the unit of the payment: whole won, or WIT with two decimals. Null if it is none. */
export function amountOf(method: Order['method'], text: string): number | null {
  const plain = text.replaceAll(',', '').trim()
  if (!(method === 'wit' ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,9}$/).test(plain)) return null
  const [whole = '', part = ''] = plain.split('.')
  const amount = method === 'wit' ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : Number(whole)
  return amount > 0 ? amount : null
}
