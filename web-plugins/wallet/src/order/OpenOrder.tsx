// `/order?id=…`: an unpaid order. Other states redirect to their page.

import {
  ApiError,
  Button,
  ButtonLink,
  Loaded,
  Notice,
  PageSkeleton,
  useAction,
  useBridge,
  useLanguage,
  useSecondsLeft,
  useText,
  useToast,
} from '@witverse/sdk'
import { pay } from '@witverse/sdk/payments'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useEffectEvent } from 'react'
import { useOrder, useOrderActions } from '../api/orders'
import type { Order } from '../api/types'
import { OrderMissing } from './OrderMissing'
import { OrderSheet } from './OrderSheet'
import { placeOf } from './state'
import { usePaths } from './usePaths'

export function OpenOrder({ id, changed }: { id: string; changed: boolean }) {
  const navigate = useNavigate()
  const paths = usePaths()
  const order = useOrder(id)
  // On iOS card payments are hidden; the order is shown read-only.
  const cardsHidden = useBridge().app?.platform === 'ios'
  const elsewhere = order.data && whereElse(order.data, paths, cardsHidden)
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])

  return (
    <Loaded query={order} waiting={<PageSkeleton />} missing={<OrderMissing />}>
      {(data) =>
        elsewhere ? (
          <PageSkeleton />
        ) : (
          <Payable order={data} changed={changed} onOver={() => void order.refetch()} />
        )
      }
    </Loaded>
  )
}

function whereElse(order: Order, paths: ReturnType<typeof usePaths>, cardsHidden: boolean): string | null {
  if (order.state !== 'created') return placeOf(order, paths)
  return cardsHidden ? `${paths.receipt}?id=${order.id}` : null
}

function Payable({ order, changed, onOver }: { order: Order; changed: boolean; onOver: () => void }) {
  const t = useText('wallet')
  const toast = useToast()
  const paths = usePaths()
  const actions = useOrderActions(order.id)
  const over = useSecondsLeft(Date.parse(order.expiresAt)) === 0
  const notifyOver = useEffectEvent(onOver)
  useEffect(() => {
    if (over) notifyOver()
  }, [over])
  const { language } = useLanguage()
  const payNow = useAction(async () => {
    if (!order.checkout)
      throw new ApiError({ status: 409, code: 'order_not_payable', message: t('order.closed') })
    await pay(order.checkout, language)
  })
  const cancel = useAction(async () => {
    await actions.cancel()
    toast(t('order.cancelled'), 'good')
  })
  if (over || !order.checkout) {
    return (
      <Notice icon="clock">
        <strong>{t('order.over')}</strong>
        <p>{t('order.overText')}</p>
        <ButtonLink to={`${paths.charge}?wit=${Math.floor(order.amountHundredths / 100)}`}>
          {t('order.again')}
        </ButtonLink>
      </Notice>
    )
  }
  return (
    <OrderSheet
      amountHundredths={order.amountHundredths}
      price={order.price}
      rate={order.rate}
      expiresAt={order.expiresAt}
      notice={changed && <Notice icon="clock">{t('order.changed')}</Notice>}
      pending={payNow.pending}
      onPay={() => void payNow.run()}
      secondaryAction={
        <Button variant="quiet" pending={cancel.pending} onClick={() => void cancel.run()}>
          {t('order.cancel')}
        </Button>
      }
    />
  )
}
