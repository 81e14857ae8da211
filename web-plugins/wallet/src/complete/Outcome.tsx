// The outcome of a payment, with the next actions.
import {
  Button,
  ButtonLink,
  formatUsd,
  formatWit,
  Icon,
  type IconName,
  Skeleton,
  useLanguage,
  useText,
  useWallet,
} from '@witverse/sdk'
import type { ReactNode } from 'react'
import type { Order } from '../api/types'
import { usePaths } from '../order/usePaths'
import { CountUp } from './CountUp'

interface OutcomeFrameProps {
  tone: 'good' | 'bad' | 'plain'
  icon: IconName
  title: string
  children: ReactNode
  actions: ReactNode
}

export function OutcomeFrame({ tone, icon, title, children, actions }: OutcomeFrameProps) {
  return (
    <section className={`wl-outcome is-${tone}`}>
      <p className="wv-visually-hidden" role="status">
        {title}
      </p>
      <span className="wl-outcome-icon">
        <Icon name={icon} size={36} />
      </span>
      <h1>{title}</h1>
      {children}
      <div className="wl-outcome-actions">{actions}</div>
    </section>
  )
}

export function PaidOutcome({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  const wallet = useWallet()
  return (
    <OutcomeFrame
      tone="good"
      icon="check"
      title={t('complete.paid')}
      actions={
        <>
          <ButtonLink to={paths.wallet}>{t('complete.toWallet')}</ButtonLink>
          <ButtonLink variant="secondary" to={`${paths.receipt}?id=${order.id}`}>
            {t('complete.receipt')}
          </ButtonLink>
        </>
      }
    >
      <p className="wl-outcome-figure">
        +<CountUp hundredths={order.amountHundredths} /> <span>WIT</span>
      </p>
      <p className="wl-outcome-text">
        {wallet.data ? (
          t('complete.balance', {
            wit: formatWit(wallet.data.balanceHundredths),
            usd: formatUsd(wallet.data.balanceHundredths, wallet.data.rate),
          })
        ) : (
          <Skeleton style={{ width: 180, height: 22 }} />
        )}
      </p>
    </OutcomeFrame>
  )
}

interface PendingOutcomeProps {
  /** Automatic polling has stopped. */
  resting: boolean
  asking: boolean
  onAsk: () => void
}

export function PendingOutcome({ resting, asking, onAsk }: PendingOutcomeProps) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <OutcomeFrame
      tone="plain"
      icon="clock"
      title={t('complete.pending')}
      actions={
        <>
          <Button variant={resting ? 'primary' : 'secondary'} pending={asking && resting} onClick={onAsk}>
            {t('complete.ask')}
          </Button>
          <ButtonLink variant="quiet" to={paths.order}>
            {t('balance.orders')}
          </ButtonLink>
        </>
      }
    >
      {!resting && (
        <span className="wl-waiting" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      <p className="wl-outcome-text">{t(resting ? 'complete.resting' : 'complete.pendingText')}</p>
    </OutcomeFrame>
  )
}

/** The payment failed, was cancelled or expired. */
export function UnpaidOutcome({ order }: { order: Order }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const paths = usePaths()
  const again = `${paths.charge}?wit=${Math.floor(order.amountHundredths / 100)}`
  // The heading already says that the card was declined.
  const why = order.failure?.code === 'payment_declined' ? undefined : order.failure?.message[language]
  const mismatch = order.failure?.code === 'payment_amount_mismatch'
  const closed = order.state === 'cancelled' || order.state === 'expired' ? order.state : 'failed'
  const key = mismatch ? 'mismatch' : closed
  return (
    <OutcomeFrame
      tone={order.state === 'failed' ? 'bad' : 'plain'}
      icon={order.state === 'expired' ? 'clock' : 'close'}
      title={t(`complete.${key}`)}
      actions={
        <>
          <ButtonLink to={again}>{t('complete.again')}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    >
      <p className="wl-outcome-text">
        {mismatch ? t('complete.mismatchText') : (why ?? t(`complete.${key}Text`))}
      </p>
      {!mismatch && order.state === 'failed' && <p className="wv-note">{t('complete.nothingTaken')}</p>}
    </OutcomeFrame>
  )
}

/** The payment was not finished. */
export function UnfinishedOutcome({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <OutcomeFrame
      tone="plain"
      icon="card"
      title={t('complete.created')}
      actions={
        <>
          <ButtonLink to={`${paths.order}?id=${order.id}`}>{t('complete.goOn')}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    >
      <p className="wl-outcome-text">{t('complete.createdText')}</p>
    </OutcomeFrame>
  )
}

/** The payment was disputed or refunded; the receipt has the details. */
export function OtherOutcome({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <OutcomeFrame
      tone={order.state === 'disputed' ? 'bad' : 'plain'}
      icon={order.state === 'disputed' ? 'warning' : 'back'}
      title={t(`orderStates.${order.state}`)}
      actions={<ButtonLink to={`${paths.receipt}?id=${order.id}`}>{t('complete.receipt')}</ButtonLink>}
    >
      <p className="wl-outcome-text">{t('complete.elsewhere')}</p>
    </OutcomeFrame>
  )
}
