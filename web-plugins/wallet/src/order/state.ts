// The badge tone of each order state, and the page that handles it.
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

/** The label of an order's state. A failed order tells the reason: declined card, wrong amount or other. */
export function shownState({ state, failure }: Pick<Order, 'state' | 'failure'>) {
  if (state !== 'failed') return state
  if (failure?.code === 'payment_declined') return 'declined' as const
  return failure?.code === 'payment_amount_mismatch' ? ('mismatch' as const) : state
}

interface Paths {
  order: string
  receipt: string
  chargeComplete: string
}

/** The page with the next action for an order. */
export function placeOf(order: Pick<Order, 'id' | 'state'>, paths: Paths): string {
  if (order.state === 'created') return `${paths.order}?id=${order.id}`
  if (order.state === 'pending') return `${paths.chargeComplete}?orderId=${order.id}`
  return `${paths.receipt}?id=${order.id}`
}
