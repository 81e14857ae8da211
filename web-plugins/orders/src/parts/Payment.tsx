// The reserved order: how it is paid, with the time that is left.
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
import { useEffect, useState } from 'react'
import { newNonce, useOrderActions } from '../api/orders'
import { useLegalTerms } from '../api/terms'
import type { Order } from '../api/types'
import { keepPromise } from '../draw/promise'
import { pay } from './checkout'
import { LegalNotice } from './LegalNotice'
import { PriceRows } from './PriceRows'
import { PromisedOdds } from './PromisedOdds'

export function Payment({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const actions = useOrderActions()
  const [method, setMethod] = useState<'card' | 'wit'>(order.method ?? 'card')
  const [agreed, setAgreed] = useState(false)
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
    if (payment.checkout) await pay(payment.checkout, language)
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
          {t('pay.action')}
        </Button>
      </div>
    </div>
  )
}
