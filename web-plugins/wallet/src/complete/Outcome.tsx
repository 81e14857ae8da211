// What became of a payment, in one sentence, and where to go from here.
import {
  Button,
  ButtonLink,
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

interface FrameProps {
  tone: 'good' | 'bad' | 'plain'
  icon: IconName
  title: string
  children: ReactNode
  actions: ReactNode
}

export function Frame({ tone, icon, title, children, actions }: FrameProps) {
  return (
    <section className={`wl-outcome is-${tone}`} aria-live="polite">
      <span className="wl-outcome-icon">
        <Icon name={icon} size={36} />
      </span>
      <h1>{title}</h1>
      {children}
      <div className="wl-outcome-actions">{actions}</div>
    </section>
  )
}

export function Credited({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  const wallet = useWallet()
  return (
    <Frame
      tone="good"
      icon="check"
      title={t('complete.paid')}
      actions={
        <>
          <ButtonLink to={paths.wallet}>{t('complete.toWallet')}</ButtonLink>
          <ButtonLink look="secondary" to={`${paths.receipt}?id=${order.id}`}>
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
          t('complete.balance', { wit: formatWit(wallet.data.balanceHundredths) })
        ) : (
          <Skeleton style={{ width: 180, height: 22 }} />
        )}
      </p>
    </Frame>
  )
}

interface UndecidedProps {
  /** No longer asked about by itself. */
  resting: boolean
  asking: boolean
  onAsk: () => void
}

export function Undecided({ resting, asking, onAsk }: UndecidedProps) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <Frame
      tone="plain"
      icon="clock"
      title={t('complete.pending')}
      actions={
        <>
          <Button look={resting ? 'primary' : 'secondary'} pending={asking && resting} onClick={onAsk}>
            {t('complete.ask')}
          </Button>
          <ButtonLink look="quiet" to={paths.order}>
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
    </Frame>
  )
}

/** Nothing was paid, for one reason or another. */
export function Unpaid({ order }: { order: Order }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const paths = usePaths()
  const again = `${paths.charge}?wit=${Math.floor(order.amountHundredths / 100)}`
  // "Declined" alone says no more than the heading does.
  const why = order.failure?.code === 'payment_declined' ? undefined : order.failure?.message[language]
  const mismatch = order.failure?.code === 'payment_amount_mismatch'
  const key = mismatch ? 'mismatch' : order.state
  return (
    <Frame
      tone={order.state === 'failed' ? 'bad' : 'plain'}
      icon={order.state === 'expired' ? 'clock' : 'close'}
      title={t(`complete.${key}`)}
      actions={
        <>
          <ButtonLink to={again}>{t('complete.again')}</ButtonLink>
          <ButtonLink look="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    >
      <p className="wl-outcome-text">
        {mismatch ? t('complete.mismatchText') : (why ?? t(`complete.${key}Text`))}
      </p>
      {!mismatch && order.state === 'failed' && <p className="wl-small">{t('complete.nothingTaken')}</p>}
    </Frame>
  )
}

/** The person came back without having paid. */
export function NotYet({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <Frame
      tone="plain"
      icon="card"
      title={t('complete.created')}
      actions={
        <>
          <ButtonLink to={`${paths.order}?id=${order.id}`}>{t('complete.goOn')}</ButtonLink>
          <ButtonLink look="secondary" to={paths.wallet}>
            {t('complete.toWallet')}
          </ButtonLink>
        </>
      }
    >
      <p className="wl-outcome-text">{t('complete.createdText')}</p>
    </Frame>
  )
}

/** The card holder took the payment back, or it was given back: what matters is on the receipt. */
export function Elsewhere({ order }: { order: Order }) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <Frame
      tone={order.state === 'disputed' ? 'bad' : 'plain'}
      icon={order.state === 'disputed' ? 'warning' : 'back'}
      title={t(`orderStates.${order.state}`)}
      actions={<ButtonLink to={`${paths.receipt}?id=${order.id}`}>{t('complete.receipt')}</ButtonLink>}
    >
      <p className="wl-outcome-text">{t('complete.elsewhere')}</p>
    </Frame>
  )
}
