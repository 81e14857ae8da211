// An order at the seller's desk: the buyer, the address while it is needed, and the next step.
import { formatMoment, usePagePath, useText } from '@witverse/sdk'
import type { OrderCard } from '../api/types'
import { AddressLines } from './OrderPanels'
import { OrderRow } from './OrderRow'
import { SaleRequest } from './RequestText'
import { SaleSteps } from './SaleSteps'

export function SaleRow({ order }: { order: OrderCard }) {
  const t = useText('orders')
  const desk = usePagePath('desk')
  return (
    <div className="od-sale">
      <OrderRow order={order} to={`${desk}?${deskQuery(order)}`}>
        <small>
          {order.buyer ? t('desk.buyer', { name: order.buyer.nickname }) : t('desk.formerMember')}
        </small>
      </OrderRow>
      {order.address && <AddressLines address={order.address} />}
      {order.address && order.addressChangedAt && (
        <p className="wv-note">{t('steps.addressChanged', { at: formatMoment(order.addressChangedAt) })}</p>
      )}
      {order.openRequest && <SaleRequest request={order.openRequest} state={order.state} />}
      <SaleSteps order={order} />
    </div>
  )
}

const deskQuery = ({ orderId, product }: OrderCard) =>
  new URLSearchParams({ ...(product?.worldName && { world: product.worldName }), sale: orderId })
