import { useText } from '@witverse/sdk'
import type { OrderState } from '../api/types'
import { toneOf } from './state'

export function StateBadge({ state }: { state: OrderState }) {
  const t = useText('wallet')
  return <span className={`wv-badge is-${toneOf(state)}`}>{t(`orderStates.${state}`)}</span>
}
