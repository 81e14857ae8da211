// The refund of an order: request, state, cancellation, or the reason why it is not possible.
import { Button, Facts, Icon, Notice, Panel, textOr, useAction, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { Order } from '../api/types'
import { kst } from '../parts/moments'
import { RefundDialog } from './RefundDialog'

type Refund = NonNullable<Order['refund']>

const STATE_STYLES: Record<
  Exclude<Refund['state'], 'withdrawn'>,
  { tone: 'plain' | 'good' | 'bad'; icon: 'clock' | 'check' | 'warning' | 'close' }
> = {
  requested: { tone: 'plain', icon: 'clock' },
  approved: { tone: 'plain', icon: 'clock' },
  refunded: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'close' },
  failed: { tone: 'bad', icon: 'warning' },
}

export function RefundSection({ order }: { order: Order }) {
  const t = useText('wallet')
  const [asking, setAsking] = useState(false)
  const { refund, refundable, refundBlocker } = order
  if (!order.paidAt) return null
  return (
    <Panel title={t('refund.heading')} className="wl-refund">
      {refund && <RefundState order={order} refund={refund} />}
      {refundable && (
        <>
          <p className="wv-panel-text">
            {order.refundableUntil && t('refund.possible', moment(order.refundableUntil))}
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            <Icon name="back" size={18} /> {t('refund.ask')}
          </Button>
        </>
      )}
      {!refundable && !refund && refundBlocker && (
        <p className="wv-panel-text">{textOr(t, `blockers.${refundBlocker}`, t('blockers.other'))}</p>
      )}
      {asking && <RefundDialog order={order} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function RefundState({ order, refund }: { order: Order; refund: Refund }) {
  const t = useText('wallet')
  const toast = useToast()
  const actions = useOrderActions(order.id)
  const withdraw = useAction(async () => {
    await actions.withdraw()
    toast(t('refund.withdrawn'), 'good')
  })
  if (refund.state === 'withdrawn') return null
  const { tone, icon } = STATE_STYLES[refund.state]
  return (
    <Notice tone={tone} icon={icon}>
      <strong>{t(`refundStates.${refund.state}`)}</strong>
      <p>{t(`refundTexts.${refund.state}`)}</p>
      <Facts
        className="wl-facts is-quiet"
        facts={[
          [t('refund.requestedAt'), t('refund.at', moment(refund.requestedAt))],
          [t('refund.reason'), refund.reason],
          [t('refund.answer'), refund.answer || null],
        ]}
      />
      {refund.state === 'requested' && (
        <Button
          variant="secondary"
          size="small"
          pending={withdraw.pending}
          onClick={() => void withdraw.run()}
        >
          {t('refund.withdraw')}
        </Button>
      )}
    </Notice>
  )
}

const moment = (at: string) => ({ ...kst(at) })
