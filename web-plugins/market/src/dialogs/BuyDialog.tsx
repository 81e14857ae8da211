// Buys an item at a signed quote of 60 seconds. It fills exactly, or the server names what has changed.

import { useQuery } from '@tanstack/react-query'
import {
  ApiError,
  Checkbox,
  Countdown,
  describeError,
  ErrorMessage,
  Notice,
  Skeleton,
  useLanguage,
  useNotEnoughWit,
  useSecondsLeft,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { Listing, Quote } from '../api/types'
import { LivenessStrip } from '../parts/LivenessStrip'
import { PriceSplit } from '../parts/PriceSplit'
import { TypeAgain } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

/** What another person did a moment before: the dialog says so and asks for a new quote. */
const OVERTAKEN = ['listing_sold', 'listing_closed', 'quote_changed', 'quote_expired', 'item_changed']

export function BuyDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const trade = useTrade()
  const notEnough = useNotEnoughWit()
  const unusual = useUnusualPrice()
  const [agreed, setAgreed] = useState(false)
  const [overtaken, setOvertaken] = useState('')
  const quote = useQuery({
    queryKey: ['market-quote', listing.listingId],
    queryFn: () => trade.quote(listing.listingId),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isOver = useSecondsLeft(quote.data ? Date.parse(quote.data.expiresAt) : 0) === 0

  async function confirm() {
    if (!quote.data) return false
    if (isOver) {
      await quote.refetch()
      return false
    }
    try {
      await trade.buy(quote.data, unusual.confirmed)
    } catch (error) {
      if (unusual.caught(error)) return false
      if (notEnough.caught(error, quote.data.priceHundredths)) return true
      if (!(error instanceof ApiError) || !OVERTAKEN.includes(error.code)) throw error
      setOvertaken(describeError(error, language))
      void quote.refetch()
      return false
    }
    toast(t('buy.done', { item: listing.item.name[language] }), 'good')
    return true
  }

  const price = quote.data ? String(quote.data.priceHundredths / 100) : ''
  const ready = quote.data !== undefined && agreed && unusual.matches(Number(price))
  return (
    <TradeDialog
      title={t('buy.title', { item: listing.item.name[language] })}
      text={t('buy.text')}
      action={t(isOver && quote.data ? 'buy.refresh' : 'buy.action')}
      disabled={!ready && !(isOver && quote.data)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {overtaken && (
        <Notice icon="warning" tone="bad" alert>
          {overtaken}
        </Notice>
      )}
      {quote.status === 'pending' && <Skeleton style={{ height: 180 }} />}
      {quote.status === 'error' && <ErrorMessage error={quote.error} onRetry={() => void quote.refetch()} />}
      {quote.data && <QuoteView quote={quote.data} />}
      <TypeAgain unusual={unusual} price={price} />
      {quote.data && <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('buy.agree')} />}
    </TradeDialog>
  )
}

function QuoteView({ quote }: { quote: Quote }) {
  const t = useText('market')
  const left = useSecondsLeft(Date.parse(quote.expiresAt))
  return (
    <>
      <PriceSplit split={quote} side="buyer" />
      <p className="mk-note">
        {left === 0 ? t('buy.over') : t('buy.until')} {left > 0 && <Countdown secondsLeft={left} />}
      </p>
      <LivenessStrip liveness={quote.liveness} />
    </>
  )
}
