// The refund of an order: asking for it, where it stands, taking it back, or why there is none.
import { Button, Icon, Panel, useAction, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { Order } from '../api/types'
import { kst } from '../parts/moments'
import { RefundDialog } from './RefundDialog'

type Refund = NonNullable<Order['refund']>

const LOOKS: Record<
  Exclude<Refund['state'], 'withdrawn'>,
  { tone: string; icon: 'clock' | 'check' | 'warning' | 'close' }
> = {
  requested: { tone: '', icon: 'clock' },
  approved: { tone: '', icon: 'clock' },
  refunded: { tone: 'is-good', icon: 'check' },
  rejected: { tone: 'is-bad', icon: 'close' },
  failed: { tone: 'is-bad', icon: 'warning' },
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
          <Button look="secondary" onClick={() => setAsking(true)}>
            <Icon name="back" size={18} /> {t('refund.ask')}
          </Button>
        </>
      )}
      {!refundable && !refund && refundBlocker && (
        <p className="wv-panel-text">
          {t(`blockers.${refundBlocker}`, { defaultValue: t('blockers.other') })}
        </p>
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
  const { tone, icon } = LOOKS[refund.state]
  return (
    <div className={`wv-notice ${tone}`} role="status">
      <Icon name={icon} />
      <div>
        <strong>{t(`refundStates.${refund.state}`)}</strong>
        <p>{t(`refundTexts.${refund.state}`)}</p>
        <dl className="wl-facts is-quiet">
          <div>
            <dt>{t('refund.requestedAt')}</dt>
            <dd>{t('refund.at', moment(refund.requestedAt))}</dd>
          </div>
          <div>
            <dt>{t('refund.reason')}</dt>
            <dd>{refund.reason}</dd>
          </div>
          {refund.answer && (
            <div>
              <dt>{t('refund.answer')}</dt>
              <dd>{refund.answer}</dd>
            </div>
          )}
        </dl>
        {refund.state === 'requested' && (
          <Button
            look="secondary"
            size="small"
            pending={withdraw.pending}
            onClick={() => void withdraw.run()}
          >
            {t('refund.withdraw')}
          </Button>
        )}
      </div>
    </div>
  )
}

const moment = (at: string) => ({ ...kst(at) })
