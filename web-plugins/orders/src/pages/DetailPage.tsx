// `/order/detail?order=`: an order of the caller, from the reservation to the end.
import {
  BackLink,
  Badge,
  Button,
  Confirm,
  Loaded,
  MemberGate,
  NightLamp,
  Notice,
  Page,
  PageHead,
  Panel,
  serverNow,
  useAction,
  useLanguage,
  usePagePath,
  useText,
  useToast,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useOrder, useOrderActions } from '../api/orders'
import type { Order } from '../api/types'
import { AddressDialog } from '../parts/AddressDialog'
import { DrawProof } from '../parts/DrawProof'
import { toneOf } from '../parts/format'
import { Missing } from '../parts/Missing'
import { AddressLines, GivenItems, RequestPanel } from '../parts/OrderPanels'
import { Payment } from '../parts/Payment'
import { PriceRows } from '../parts/PriceRows'
import { RefundParts } from '../parts/RefundParts'
import { RequestDialog } from '../parts/RequestDialog'
import { Timeline } from '../parts/Timeline'

export default function DetailPage() {
  const t = useText('orders')
  const [search] = useSearchParams()
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <NightLamp /> }
  return (
    <MemberGate title={t('detail.title')} visitor={visitor}>
      <OrderOf id={search.get('order') ?? ''} />
    </MemberGate>
  )
}

function OrderOf({ id }: { id: string }) {
  const t = useText('orders')
  const order = useOrder(id)
  const missing = <Missing what="order" />
  if (id === '') return missing
  return (
    <Loaded query={order} title={t('detail.title')} missing={missing}>
      {(data) => <OrderDetail order={data} />}
    </Loaded>
  )
}

export function OrderDetail({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const orders = usePagePath('orders')
  const { state, product, address } = order
  const name = product?.name[language] ?? t('detail.title')
  return (
    <Page title={name} stack width="reading">
      <BackLink to={orders}>{t('orders.title')}</BackLink>
      <PageHead title={name}>
        <Badge tone={toneOf(state)}>{t(`states.${state}`)}</Badge>
      </PageHead>
      {state === 'reserved' ? (
        <Panel title={t('pay.title')} text={t('pay.text')}>
          <Payment order={order} />
        </Panel>
      ) : (
        <>
          {order.slippedDays !== null && <Slip order={order} days={order.slippedDays} />}
          <GivenItems order={order} />
          {order.paidAt && <Timeline order={order} />}
          {hasArrived(order) && (
            <Notice icon="check" tone="good">
              <p>{t('tracked.arrived')}</p>
            </Notice>
          )}
          <Actions order={order} />
          <RequestPanel order={order} />
          <DrawProof order={order} />
          <Panel title={t('price.title')}>
            <PriceRows price={order.price} quantity={order.quantity} method={order.method} />
            <RefundParts order={order} />
          </Panel>
        </>
      )}
      {address && <DeliveryAddress order={order} address={address} />}
    </Page>
  )
}

/** The carrier reports every parcel as delivered; only the buyer says that it is so. */
const hasArrived = ({ state, parcels }: Order) =>
  state === 'shipped' &&
  parcels.length > 0 &&
  parcels.every(({ trackedState }) => trackedState === 'delivered')

/** Where the order is sent. The buyer can change it until it is shipped. */
function DeliveryAddress({ order, address }: { order: Order; address: NonNullable<Order['address']> }) {
  const t = useText('orders')
  const [changing, setChanging] = useState(false)
  const mayChange = order.state === 'paid' || order.state === 'preparing'
  return (
    <Panel
      title={t('address.title')}
      action={
        mayChange && (
          <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
            {t('address.change')}
          </Button>
        )
      }
    >
      <AddressLines address={address} />
      {changing && <AddressDialog orderId={order.orderId} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

/** A pre-order that is shipped more than seven days later than promised: one tap gives all the money back. */
function Slip({ order, days }: { order: Order; days: number }) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const cancel = useAction(async () => {
    await actions.cancel(order.orderId)
    toast(t('actions.cancelled'), 'good')
  })
  return (
    <Notice icon="clock" tone="bad">
      <div className="od-slip">
        <p>{t('release.slipped', { days })}</p>
        <Button size="small" pending={cancel.pending} onClick={() => void cancel.run()}>
          {t('release.cancel')}
        </Button>
      </div>
    </Notice>
  )
}

function Actions({ order }: { order: Order }) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [asking, setAsking] = useState<'withdrawal' | 'defect' | null>(null)
  const [cancelling, setCancelling] = useState(false)
  const receive = useAction(async () => {
    await actions.received(order.orderId)
    toast(t('actions.received'), 'good')
  })
  const runs = (kind: string) =>
    order.clocks.some((clock) => clock.kind === kind && !clock.metAt && Date.parse(clock.dueAt) > serverNow())
  const mayCancel = ['paid', 'preparing'].includes(order.state) && order.exchanges === 0
  const mayAsk = order.state === 'delivered' && !order.requestState
  const mayWithdraw = mayAsk && runs('withdraw')
  const mayReport = mayAsk && runs('defect')
  const mayMiss = order.state === 'shipped' && !order.requestState
  if (!mayCancel && !mayWithdraw && !mayReport && order.state !== 'shipped') return null
  return (
    <div className="wv-actions">
      {order.state === 'shipped' && (
        <Button pending={receive.pending} onClick={() => void receive.run()}>
          {t('actions.receive')}
        </Button>
      )}
      {mayMiss && (
        <Button variant="quiet" onClick={() => setAsking('defect')}>
          {t('request.missing')}
        </Button>
      )}
      {mayCancel && (
        <Button variant="secondary" onClick={() => setCancelling(true)}>
          {t('actions.cancel')}
        </Button>
      )}
      {mayWithdraw && (
        <Button variant="secondary" onClick={() => setAsking('withdrawal')}>
          {t('request.withdrawal')}
        </Button>
      )}
      {mayReport && (
        <Button variant="secondary" onClick={() => setAsking('defect')}>
          {t('request.defect')}
        </Button>
      )}
      {asking && <RequestDialog order={order} kind={asking} onClose={() => setAsking(null)} />}
      {cancelling && (
        <Confirm
          title={t('actions.cancelTitle')}
          text={t('actions.cancelText')}
          action={t('actions.cancel')}
          tone="danger"
          onConfirm={async () => {
            await actions.cancel(order.orderId)
            toast(t('actions.cancelled'), 'good')
          }}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  )
}
