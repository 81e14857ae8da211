// What the states of an order look like, and where each of them is dealt with.
import type { Order, OrderState } from '../api/types'

export type Tone = 'plain' | 'good' | 'bad' | 'accent'

const TONES: Record<OrderState, Tone> = {
  created: 'accent',
  pending: 'accent',
  paid: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunding: 'accent',
  refunded: 'plain',
  disputed: 'bad',
}

export const toneOf = (state: OrderState): Tone => TONES[state] ?? 'plain'

interface Paths {
  order: string
  receipt: string
  chargeComplete: string
}

/** The page that has the next thing to do about an order. */
export function placeOf(order: Pick<Order, 'id' | 'state'>, paths: Paths): string {
  if (order.state === 'created') return `${paths.order}?id=${order.id}`
  if (order.state === 'pending') return `${paths.chargeComplete}?orderId=${order.id}`
  return `${paths.receipt}?id=${order.id}`
}
