// The order sheet: item, refund rules, agreement and payment.
import {
  Button,
  Card,
  Checkbox,
  Facts,
  formatMoney,
  formatWit,
  Icon,
  type Money,
  TimeLeft,
  useLanguage,
  useText,
  WitMark,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { RateView } from '../api/types'
import { describeRate } from '../charge/ChargeSummary'

interface OrderSheetProps {
  amountHundredths: number
  price: Money
  rate: RateView
  /** Set once the order exists. */
  expiresAt?: string
  notice?: ReactNode
  pending: boolean
  onPay: () => void
  /** The action next to paying: back or cancel. */
  secondaryAction: ReactNode
}

const RULES = ['own', 'days', 'balance', 'received'] as const

export function OrderSheet(props: OrderSheetProps) {
  const { amountHundredths, price, rate, expiresAt, notice, secondaryAction } = props
  const t = useText('wallet')
  const { language } = useLanguage()
  return (
    <>
      {notice}
      <div className="wl-split">
        <div className="wl-stack">
          <Card className="wv-panel wl-ticket" aria-label={t('order.what')}>
            <div className="wl-ticket-head">
              <WitMark size={48} />
              <p>
                <strong>{formatWit(amountHundredths)} WIT</strong>
                <small>{t('order.item')}</small>
              </p>
            </div>
            <Facts
              className="wl-facts"
              facts={[
                [t('rate'), describeRate(price.currency, rate, language)],
                [t('order.seller'), t('order.sellerName')],
                [t('order.delivery'), t('order.deliveryText')],
                [t('order.timeLeft'), expiresAt ? <TimeLeft until={expiresAt} /> : null],
              ]}
            />
          </Card>
          <Card className="wv-panel" aria-label={t('rules.title')}>
            <h2 className="wv-panel-title">{t('rules.title')}</h2>
            <ul className="wl-rules">
              {RULES.map((rule) => (
                <li key={rule}>{t(`rules.${rule}`)}</li>
              ))}
            </ul>
            <p className="wv-note">
              <Link className="wl-link" to="/terms#refunds">
                {t('rules.more')}
              </Link>
            </p>
          </Card>
        </div>
        <div>
          <PayCard {...props} price={price} />
          <div className="wl-sheet-aside">{secondaryAction}</div>
        </div>
      </div>
    </>
  )
}

function PayCard({ price, pending, onPay }: OrderSheetProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const box = useRef<HTMLInputElement>(null)
  const [agreed, setAgreed] = useState(false)
  const [showProblem, setShowProblem] = useState(false)
  const shown = formatMoney(price, language)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (agreed) return onPay()
    setShowProblem(true)
    box.current?.focus()
  }

  return (
    <Card className="wl-summary" aria-label={t('order.pay')}>
      <form onSubmit={submit} noValidate>
        <p className="wl-summary-label">{t('order.toPay')}</p>
        <p className="wl-summary-figure">
          <strong>{shown}</strong>
        </p>
        <Checkbox
          ref={box}
          className="wl-check"
          name="agreed"
          label={t('order.agree')}
          checked={agreed}
          onChecked={setAgreed}
          error={showProblem && !agreed ? t('order.agreeFirst') : undefined}
        />
        <Button type="submit" size="large" wide pending={pending}>
          <Icon name="card" size={20} /> {t('order.payNow', { price: shown })}
        </Button>
      </form>
      <p className="wv-note">{t('order.secure')}</p>
    </Card>
  )
}
