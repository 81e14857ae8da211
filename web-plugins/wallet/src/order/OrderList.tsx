// All orders, the newest first, with the next action of each.
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorMessage,
  formatMoney,
  formatWit,
  Icon,
  LoadMoreButton,
  Panel,
  RowSkeletons,
  type TextKey,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { useOrders } from '../api/orders'
import type { Order } from '../api/types'
import { kst } from '../parts/moments'
import { RefundDialog } from '../receipt/RefundDialog'
import { StateBadge } from './StateBadge'
import { placeOf } from './state'
import { usePaths } from './usePaths'

export function OrderList() {
  const t = useText('wallet')
  const paths = usePaths()
  const list = useOrders()
  const [refunding, setRefunding] = useState<Order | null>(null)
  return (
    <Panel
      title={t('orders.title')}
      text={t('orders.text')}
      action={
        list.items.length > 0 && (
          <ButtonLink size="small" to={paths.charge}>
            <Icon name="plus" size={16} /> {t('balance.charge')}
          </ButtonLink>
        )
      }
    >
      {list.status === 'pending' && <RowSkeletons />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && list.items.length === 0 && (
        <EmptyState
          title={t('orders.none')}
          text={t('orders.noneText')}
          action={<ButtonLink to={paths.charge}>{t('balance.charge')}</ButtonLink>}
        />
      )}
      {list.items.length > 0 && (
        <ul aria-label={t('orders.title')}>
          {list.items.map((order) => (
            <OrderRow key={order.id} order={order} onRefund={() => setRefunding(order)} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list} />
      {refunding && <RefundDialog order={refunding} onClose={() => setRefunding(null)} />}
    </Panel>
  )
}

function OrderRow({ order, onRefund }: { order: Order; onRefund: () => void }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const place = placeOf(order, usePaths())
  const made = kst(order.createdAt)
  return (
    <li className="wl-order">
      <span className="wl-tile" data-family="bought">
        <Icon name="receipt" size={18} />
      </span>
      <div className="wl-movement-text">
        <strong>
          <Link className="wl-link is-plain" to={place}>
            {formatWit(order.amountHundredths)} WIT
          </Link>{' '}
          <StateBadge order={order} />
        </strong>
        <small>
          <span>
            {made.date} {t('time.kst', { time: made.time })}
          </span>
          {order.refundable && order.refundableUntil && (
            <span>{t('refund.until', { date: kst(order.refundableUntil).date })}</span>
          )}
        </small>
      </div>
      <strong className="wl-order-price">
        {order.price.amountMinor === 0 ? t('storePrice') : formatMoney(order.price, language)}
      </strong>
      <div className="wl-order-actions">
        {order.refundable && (
          <Button variant="quiet" size="small" onClick={onRefund}>
            {t('refund.ask')}
          </Button>
        )}
        <ButtonLink variant="secondary" size="small" to={place}>
          {t(actionOf(order))}
        </ButtonLink>
      </div>
    </li>
  )
}

function actionOf({ state, paidAt }: Order): TextKey<'wallet'> {
  if (state === 'created') return 'orders.pay'
  if (state === 'pending') return 'orders.check'
  return paidAt ? 'orders.receipt' : 'orders.open'
}
