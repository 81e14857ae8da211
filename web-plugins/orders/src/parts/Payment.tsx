// The reserved order: how it is paid, with the time that is left. A declined card can be followed by another one.

import {
  Button,
  Checkbox,
  Countdown,
  Notice,
  Segments,
  useAction,
  useLanguage,
  useNotEnoughWit,
  useSecondsLeft,
  useText,
} from '@witverse/sdk'
import { pay } from '@witverse/sdk/payments'
import { useEffect, useState } from 'react'
import { newNonce, useOrderActions, usePayment } from '../api/orders'
import { useLegalTerms } from '../api/terms'
import type { Declined, Order } from '../api/types'
import { keepPromise } from '../draw/promise'
import { LegalNotice } from './LegalNotice'
import { PriceRows } from './PriceRows'
import { PromisedOdds } from './PromisedOdds'

export function Payment({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const actions = useOrderActions()
  const [method, setMethod] = useState<'card' | 'wit'>(order.method ?? 'card')
  // The payment was opened by a buyer who had agreed.
  const [agreed, setAgreed] = useState(order.paymentId !== null)
  const declined = usePayment(order.paymentId).data?.declined
  const notEnough = useNotEnoughWit()
  const promised = order.draw?.seedHash
  useEffect(() => {
    if (promised !== undefined) keepPromise(order.orderId, promised)
  }, [order.orderId, promised])
  const left = useSecondsLeft(Date.parse(order.reservedUntil))
  const payNow = useAction(async () => {
    let paid: Order
    try {
      paid = await actions.pay(order.orderId, method, order.draw?.nonce ?? newNonce())
    } catch (error) {
      if (notEnough.caught(error, order.price.totalHundredths ?? undefined)) return
      throw error
    }
    if (method === 'wit' || !paid.paymentId) return
    const payment = await actions.checkout(paid.paymentId)
    if (!payment.checkout) return
    try {
      await pay(payment.checkout, language)
    } catch (error) {
      // Declined, or the window was closed: the server asks the provider, and the page shows its reason.
      await actions.confirm(paid.paymentId).catch(() => undefined)
      throw error
    }
  })
  const cancel = useAction(() => actions.cancel(order.orderId))
  // The buyer agrees to the notice, so it has to be there.
  const terms = useLegalTerms()
  if (left === 0) {
    return (
      <Notice icon="clock">
        <strong>{t('pay.over')}</strong>
        <p>{t('pay.overText')}</p>
      </Notice>
    )
  }
  const methods = [
    { value: 'card', text: t('pay.card') },
    ...(order.price.totalHundredths === null ? [] : [{ value: 'wit', text: t('pay.wit') }]),
  ]
  return (
    <div className="od-pay">
      <p className="od-timer">
        {t('pay.left')} <Countdown secondsLeft={left} />
      </p>
      {declined?.isLatest && <DeclinedNotice declined={declined} />}
      <PriceRows price={order.price} quantity={order.quantity} />
      {order.draw && (
        <details className="od-hash">
          <summary>{t('draw.promise')}</summary>
          <p>{t('draw.promiseText')}</p>
          <code>{order.draw.seedHash}</code>
          <PromisedOdds rows={order.draw.rows} />
        </details>
      )}
      <Segments
        showsLabel
        label={t('pay.method')}
        name="method"
        value={method}
        onValue={(value) => setMethod(value as 'card' | 'wit')}
        options={methods}
      />
      <Notice icon="receipt">
        <LegalNotice about={order.hasParcel ? 'parcel' : 'random'} />
      </Notice>
      <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('pay.agree')} />
      <div className="wv-actions is-wide">
        <Button variant="quiet" pending={cancel.pending} onClick={() => void cancel.run()}>
          {t('pay.cancel')}
        </Button>
        <Button pending={payNow.pending} disabled={!agreed || !terms.data} onClick={() => void payNow.run()}>
          {t(declined && method === 'card' ? 'pay.again' : 'pay.action')}
        </Button>
      </div>
    </div>
  )
}

function DeclinedNotice({ declined }: { declined: Declined }) {
  const t = useText('orders')
  return (
    <Notice icon="close" tone="bad" alert>
      <strong>{t('pay.declined')}</strong>
      {declined.reason && <p>{t('pay.declinedReason', { reason: declined.reason })}</p>}
      <p>{t('pay.declinedText', { count: declined.left })}</p>
    </Notice>
  )
}
