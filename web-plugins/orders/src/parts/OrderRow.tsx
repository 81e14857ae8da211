import { Badge, formatMoment, Picture, useLanguage, usePagePath, useText, WitAmount } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import type { OrderCard } from '../api/types'
import { dayText, toneOf, won } from './format'

/** An order in a list. */
export function OrderRow({ order, to, children }: { order: OrderCard; to?: string; children?: ReactNode }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const detail = usePagePath('detail')
  const { product, state, shipBy } = order
  const waits = state === 'paid' || state === 'preparing'
  return (
    <div className="wv-row">
      {product && <Picture src={product.thumbnailUrl} width={48} height={48} />}
      <div className="wv-row-text">
        <strong>
          <Link to={to ?? `${detail}?order=${order.orderId}`}>
            {product?.name[language]}
            {order.quantity > 1 && ` × ${order.quantity}`}
          </Link>
          <Badge tone={toneOf(state)}>{t(`states.${state}`)}</Badge>
          {order.requestState && <Badge tone="accent">{t(`requestStates.${order.requestState}`)}</Badge>}
        </strong>
        <small>
          {formatMoment(order.createdAt)}
          {waits && shipBy && ` · ${t('steps.shipBy', { day: dayText(shipBy, language) })}`}
        </small>
        {children}
      </div>
      <strong>
        {order.method === 'wit' && order.price.totalHundredths !== null ? (
          <WitAmount hundredths={order.price.totalHundredths} />
        ) : (
          won(order.price.totalWon, language)
        )}
      </strong>
    </div>
  )
}
