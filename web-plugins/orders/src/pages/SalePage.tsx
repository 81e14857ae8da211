// An order for its seller (`/order/desk?sale=`): what was paid, the legal terms, the parcels, the request, and the next step.
import {
  BackLink,
  Badge,
  Loaded,
  Page,
  PageHead,
  Panel,
  useLanguage,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useSale } from '../api/orders'
import type { Order } from '../api/types'
import { toneOf } from '../parts/format'
import { Missing } from '../parts/Missing'
import { AddressLines } from '../parts/OrderPanels'
import { PriceRows } from '../parts/PriceRows'
import { RefundParts } from '../parts/RefundParts'
import { SaleRequest } from '../parts/RequestText'
import { SaleSteps } from '../parts/SaleSteps'
import { Timeline } from '../parts/Timeline'

export function SalePage({ id, world }: { id: string; world: string }) {
  const t = useText('orders')
  return (
    <Loaded query={useSale(id)} title={t('detail.title')} missing={<Missing what="order" />}>
      {(order) => <Sale order={order} world={world} />}
    </Loaded>
  )
}

function Sale({ order, world }: { order: Order; world: string }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const desk = usePagePath('desk')
  const name = order.product?.name[language] ?? t('detail.title')
  return (
    <Page title={name} stack width="reading">
      <BackLink to={world ? `${desk}?world=${world}` : desk}>{t('desk.title')}</BackLink>
      <PageHead
        title={
          <>
            {name}
            {order.quantity > 1 && ` × ${order.quantity}`}
          </>
        }
        text={order.buyer ? t('desk.buyer', { name: order.buyer.nickname }) : t('desk.formerMember')}
      >
        <Badge tone={toneOf(order.state)}>{t(`states.${order.state}`)}</Badge>
      </PageHead>
      <SaleSteps order={order} />
      <Timeline order={order} />
      {order.request && (
        <Panel
          title={t(`request.titles.${order.request.kind}`)}
          action={<Badge>{t(`requestStates.${order.request.state}`)}</Badge>}
        >
          <SaleRequest request={order.request} state={order.state} />
        </Panel>
      )}
      {order.address && (
        <Panel title={t('address.title')}>
          <AddressLines address={order.address} />
        </Panel>
      )}
      <Panel title={t('price.title')}>
        <PriceRows price={order.price} quantity={order.quantity} method={order.method} />
        <RefundParts order={order} />
      </Panel>
    </Page>
  )
}
