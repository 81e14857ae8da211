// An order at the seller's desk: the buyer, the address while it is needed, and the next step.
import { Button, Modal, TextArea, useAction, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { type Step, useOrderActions } from '../api/orders'
import type { OrderCard } from '../api/types'
import { AddressLines } from './OrderPanels'
import { OrderRow } from './OrderRow'
import { RefundPartDialog } from './RefundParts'
import { SaleRequest } from './RequestText'
import { ShipDialog } from './ShipDialog'
import { SupplementDialog } from './SupplementDialog'

export function SaleRow({ order }: { order: OrderCard }) {
  const t = useText('orders')
  return (
    <div className="od-sale">
      <OrderRow order={order} to={`/order/desk?${deskQuery(order)}`}>
        <small>
          {order.buyer ? t('desk.buyer', { name: order.buyer.nickname }) : t('desk.formerMember')}
        </small>
      </OrderRow>
      {order.address && <AddressLines address={order.address} />}
      {order.openRequest && <SaleRequest request={order.openRequest} />}
      <Steps order={order} />
    </div>
  )
}

const deskQuery = ({ product }: OrderCard) =>
  product?.worldName ? new URLSearchParams({ world: product.worldName }) : ''

function Steps({ order }: { order: OrderCard }) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [shipping, setShipping] = useState<'ship' | 'parcel' | null>(null)
  const [deciding, setDeciding] = useState<boolean | null>(null)
  const [dialog, setDialog] = useState<'record' | 'part' | null>(null)
  const step = useAction(async (one: Step['step']) => {
    await actions.step(order.orderId, { step: one })
    toast(t('desk.moved'), 'good')
  })
  const button = (one: 'prepare' | 'deliver' | 'returned' | 'refund') => (
    <Button
      key={one}
      variant="secondary"
      size="small"
      pending={step.pending}
      onClick={() => void step.run(one)}
    >
      {t(`desk.steps.${one}`)}
    </Button>
  )
  const { state, requestState } = order
  const isWaiting = state === 'paid' || state === 'preparing'
  return (
    <div className="wv-actions">
      {state === 'paid' && button('prepare')}
      {isWaiting && (
        <Button size="small" onClick={() => setShipping('ship')}>
          {t('desk.steps.ship')}
        </Button>
      )}
      {state === 'shipped' && (
        <>
          {button('deliver')}
          <Button variant="quiet" size="small" onClick={() => setShipping('parcel')}>
            {t('desk.steps.parcel')}
          </Button>
        </>
      )}
      {requestState === 'requested' && (
        <>
          <Button size="small" onClick={() => setDeciding(true)}>
            {t('desk.accept')}
          </Button>
          <Button variant="secondary" size="small" onClick={() => setDeciding(false)}>
            {t('desk.reject')}
          </Button>
        </>
      )}
      {requestState === 'accepted' && state === 'delivered' && [button('returned'), button('refund')]}
      {order.shippedAt && (state === 'shipped' || state === 'delivered') && (
        <Button variant="quiet" size="small" onClick={() => setDialog('record')}>
          {t('proof.record')}
        </Button>
      )}
      {(isWaiting || state === 'shipped' || state === 'delivered') && (
        <Button variant="quiet" size="small" onClick={() => setDialog('part')}>
          {t('parts.refund')}
        </Button>
      )}
      {dialog === 'record' && <SupplementDialog orderId={order.orderId} onClose={() => setDialog(null)} />}
      {dialog === 'part' && <RefundPartDialog orderId={order.orderId} onClose={() => setDialog(null)} />}
      {shipping && <ShipDialog order={order} step={shipping} onClose={() => setShipping(null)} />}
      {deciding !== null && (
        <DecideDialog order={order} accept={deciding} onClose={() => setDeciding(null)} />
      )}
    </div>
  )
}

interface DecideDialogProps {
  order: OrderCard
  accept: boolean
  onClose: () => void
}

function DecideDialog({ order, accept, onClose }: DecideDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [answer, setAnswer] = useState('')
  const decide = useAction(async () => {
    await actions.decide(order.orderId, accept, answer)
    toast(t('desk.decided'), 'good')
    onClose()
  })
  const action = t(accept ? 'desk.accept' : 'desk.reject')
  return (
    <Modal open onClose={onClose} title={action} description={t('desk.decideText')}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void decide.run()
        }}
      >
        <TextArea
          label={t('request.answer')}
          name="answer"
          value={answer}
          rows={3}
          maxLength={500}
          onValue={setAnswer}
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={decide.pending} disabled={answer.trim().length < 2}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
