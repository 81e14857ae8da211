import { useText } from '@witverse/sdk'
import type { Order } from '../api/types'
import { shownState, toneOf } from './state'

export function StateBadge({ order }: { order: Pick<Order, 'state' | 'failure'> }) {
  const t = useText('wallet')
  return <span className={`wv-badge is-${toneOf(order.state)}`}>{t(`orderStates.${shownState(order)}`)}</span>
}
