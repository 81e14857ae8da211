// What happened to a request without a decision: an exchange that became a refund, or a term that could not settle it.
import { Notice, useText } from '@witverse/sdk'
import type { OrderCard } from '../api/types'

interface RequestOutcomeProps {
  request: NonNullable<OrderCard['openRequest']>
  state: OrderCard['state']
}

export function RequestOutcome({ request, state }: RequestOutcomeProps) {
  const t = useText('orders')
  const { fallback, escalation } = request
  const isOpen = ['requested', 'accepted'].includes(request.state) || state === 'preparing'
  return (
    <>
      {fallback && <Notice icon="receipt">{t(`request.fallbacks.${fallback}`)}</Notice>}
      {escalation && isOpen && <Notice icon="clock">{t(`request.escalations.${escalation}`)}</Notice>}
    </>
  )
}
