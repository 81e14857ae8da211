// What the seller of an order can do next. Steps that begin a legal term or move money ask first.
import { Button, Checkbox, Confirm, TextArea, useAction, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { OrderCard } from '../api/types'
import { RefundPartDialog } from './RefundParts'
import { reasonText } from './reason'
import { ShipDialog } from './ShipDialog'
import { SupplementDialog } from './SupplementDialog'

/** The steps that are asked about first. */
type Asked = 'deliver' | 'returned' | 'refund'

/** `request` is that of the order's page, `openRequest` that of a list. */
type SaleOrder = OrderCard & { request?: OrderCard['openRequest'] }

export function SaleSteps({ order }: { order: SaleOrder }) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [shipping, setShipping] = useState<'ship' | 'parcel' | null>(null)
  const [deciding, setDeciding] = useState<boolean | null>(null)
  const [dialog, setDialog] = useState<'record' | 'part' | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const prepare = useAction(async () => {
    await actions.step(order.orderId, { step: 'prepare' })
    toast(t('desk.moved'), 'good')
  })
  const button = (one: Asked) => (
    <Button variant="secondary" size="small" onClick={() => setAsked(one)}>
      {t(`desk.steps.${one}`)}
    </Button>
  )
  const request = order.openRequest ?? order.request
  const isBack = Boolean(request?.returnedAt)
  const isPaidOut = request?.escalation === 'paid_out'
  const { state, requestState } = order
  const isWaiting = state === 'paid' || state === 'preparing'
  return (
    <div className="wv-actions">
      {state === 'paid' && (
        <Button variant="secondary" size="small" pending={prepare.pending} onClick={() => void prepare.run()}>
          {t('desk.steps.prepare')}
        </Button>
      )}
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
      {state === 'preparing' && order.exchanges > 0 && button('refund')}
      {requestState === 'accepted' && state === 'delivered' && button(isBack ? 'refund' : 'returned')}
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
      {asked === 'refund' && isPaidOut && <RefundDialog order={order} onClose={() => setAsked(null)} />}
      {asked && !(asked === 'refund' && isPaidOut) && (
        <Confirm
          title={t(`desk.steps.${asked}`)}
          text={t(`desk.ask.${asked}`)}
          action={t(`desk.steps.${asked}`)}
          onConfirm={async () => {
            await actions.step(order.orderId, { step: asked })
            toast(t('desk.moved'), 'good')
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {dialog === 'record' && <SupplementDialog orderId={order.orderId} onClose={() => setDialog(null)} />}
      {dialog === 'part' && <RefundPartDialog orderId={order.orderId} onClose={() => setDialog(null)} />}
      {shipping && <ShipDialog order={order} step={shipping} onClose={() => setShipping(null)} />}
      {deciding !== null && (
        <DecideDialog
          order={order}
          accept={deciding}
          isPaidOut={isPaidOut}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  )
}

/** Who refunds WIT that were paid out: the seller, or an administrator of the platform. */
function OwnWallet({ checked, onChecked }: { checked: boolean; onChecked: (checked: boolean) => void }) {
  const t = useText('orders')
  return (
    <>
      <Checkbox name="ownWallet" checked={checked} onChecked={onChecked} label={t('desk.ownWallet')} />
      {checked && <p className="wv-note">{t('desk.ownWalletText')}</p>}
    </>
  )
}

/** The refund of an order whose WIT were paid out. */
function RefundDialog({ order, onClose }: { order: OrderCard; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [fromOwnWallet, setOwn] = useState(false)
  return (
    <Confirm
      title={t('desk.steps.refund')}
      text={t('desk.ask.refund')}
      action={t('desk.steps.refund')}
      onConfirm={async () => {
        await actions.step(order.orderId, { step: 'refund', fromOwnWallet })
        toast(t('desk.moved'), 'good')
      }}
      onClose={onClose}
    >
      <OwnWallet checked={fromOwnWallet} onChecked={setOwn} />
    </Confirm>
  )
}

const DECISION = z.object({ answer: reasonText, fromOwnWallet: z.boolean() })

interface DecideDialogProps {
  order: OrderCard
  accept: boolean
  /** The WIT were paid out, and the term to decide is over. */
  isPaidOut: boolean
  onClose: () => void
}

function DecideDialog({ order, accept, isPaidOut, onClose }: DecideDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const form = useZodForm({
    texts: 'orders',
    schema: DECISION,
    initial: { answer: '', fromOwnWallet: false },
    submit: async (values) => {
      await actions.decide(order.orderId, { accept, ...values })
      toast(t('desk.decided'), 'good')
      onClose()
    },
  })
  const action = t(accept ? 'desk.accept' : 'desk.reject')
  return (
    <FormDialog form={form} title={action} text={t('desk.decideText')} action={action} onClose={onClose}>
      <FormField form={form} name="answer">
        {(field) => <TextArea {...field} label={t('request.answer')} rows={3} maxLength={500} />}
      </FormField>
      {accept && isPaidOut && (
        <FormField form={form} name="fromOwnWallet">
          {({ value, onValue }) => <OwnWallet checked={value} onChecked={onValue} />}
        </FormField>
      )}
    </FormDialog>
  )
}
