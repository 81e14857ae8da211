// `/order?wit=…&currency=…`: an order that is created when the person pays, so that viewing a price creates nothing.
// If the price has changed meanwhile, the new price needs a new agreement.

import {
  ApiError,
  ButtonLink,
  type Currency,
  Loaded,
  PageSkeleton,
  priceOf,
  useAction,
  useApi,
  useBridge,
  useLanguage,
  useText,
  wholeWit,
} from '@witverse/sdk'
import { pay } from '@witverse/sdk/payments'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useMemo } from 'react'
import { createOrder, newKey, useOffers } from '../api/orders'
import { checkAmount } from '../charge/rules'
import { OrderSheet } from './OrderSheet'
import { usePaths } from './usePaths'

export function DraftOrder({
  typed,
  requestedCurrency,
}: {
  typed: string
  requestedCurrency: string | null
}) {
  const t = useText('wallet')
  const api = useApi()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const paths = usePaths()
  const offers = useOffers()
  const wit = wholeWit(typed)
  const currency: Currency = requestedCurrency === 'USD' ? 'USD' : 'KRW'
  const key = useMemo(() => `${wit}-${currency}-${newKey()}`, [wit, currency])
  const amountHundredths = Number(wit) * 100
  const price = offers.data && priceOf(amountHundredths, currency, offers.data.rate)
  const cardsHidden = useBridge().app?.platform === 'ios'
  const wrong = cardsHidden || (offers.data !== undefined && checkAmount(wit, offers.data) !== null)
  useEffect(() => {
    if (wrong) void navigate(`${paths.charge}?wit=${wit}`, { replace: true })
  }, [wrong, navigate, paths.charge, wit])

  const payNow = useAction(async () => {
    const order = await createOrder(api, { wit: Number(wit), currency, agreed: true }, key).catch((error) => {
      // There are too many open orders; the list offers to pay or cancel them.
      if (error instanceof ApiError && error.code === 'order_limit') void navigate(paths.order)
      throw error
    })
    const same = order.price.amountMinor === price?.amountMinor && order.price.currency === currency
    await navigate(`${paths.order}?id=${order.id}${same ? '' : '&changed=1'}`, { replace: true })
    if (!same) return
    if (!order.checkout) {
      throw new ApiError({ status: 409, code: 'order_not_payable', message: t('order.closed') })
    }
    await pay(order.checkout, language)
  })

  return (
    <Loaded query={offers} waiting={<PageSkeleton />}>
      {({ rate }) =>
        !price || wrong ? (
          <PageSkeleton />
        ) : (
          <OrderSheet
            amountHundredths={amountHundredths}
            price={price}
            rate={rate}
            pending={payNow.pending}
            onPay={() => void payNow.run()}
            secondaryAction={
              <ButtonLink variant="quiet" to={`${paths.charge}?wit=${wit}`}>
                {t('order.otherAmount')}
              </ButtonLink>
            }
          />
        )
      }
    </Loaded>
  )
}
