// The cells of an order in administrators' lists.
import { Badge, formatMoment, formatMoney, formatWit, textOr, useLanguage, useText } from '@witverse/sdk'
import type { OrderView } from './api'

const TONES: Record<OrderView['state'], 'plain' | 'good' | 'bad' | 'accent'> = {
  created: 'plain',
  pending: 'accent',
  paid: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunding: 'accent',
  refunded: 'plain',
  disputed: 'bad',
}

export function OrderState({ state }: { state: OrderView['state'] }) {
  const t = useText('shell-money')
  return <Badge tone={TONES[state] ?? 'plain'}>{t(`orderStates.${state}`)}</Badge>
}

export function OrderAmount({ order }: { order: OrderView }) {
  const t = useText('shell-money')
  const { language } = useLanguage()
  return (
    <span className="ad-amount">
      <strong>{formatWit(order.amountHundredths)} WIT</strong>
      <small>
        {order.price.amountMinor === 0 ? t('orders.storePrice') : formatMoney(order.price, language)}
      </small>
    </span>
  )
}

export function OrderTimes({ order }: { order: OrderView }) {
  const t = useText('shell-money')
  return (
    <span className="ad-amount">
      {formatMoment(order.paidAt ?? order.createdAt)}
      <small>
        {t(order.paidAt ? 'orders.paidBy' : 'orders.unpaid', {
          provider: textOr(t, `providers.${order.provider}`, order.provider),
        })}
      </small>
    </span>
  )
}
