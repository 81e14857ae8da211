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
import type { Listing, Quote, Sale } from '../api/types'
import { LivenessStrip } from '../parts/LivenessStrip'
import { PriceSplit } from '../parts/PriceSplit'
import { TypeAgain } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

/** The listing has ended: no new quote is requested. */
const ENDED = ['listing_sold', 'listing_closed', 'item_changed']
/** The quote is not valid any more: a new one is requested. */
const OUTDATED = ['quote_changed', 'quote_expired']

interface BuyDialogProps {
  listing: Listing
  onBought: (sale: Sale) => void
  onClose: () => void
}

export function BuyDialog({ listing, onBought, onClose }: BuyDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const trade = useTrade()
  const notEnough = useNotEnoughWit()
  const unusual = useUnusualPrice()
  const [agreed, setAgreed] = useState(false)
  const [overtaken, setOvertaken] = useState<{ text: string; hasEnded: boolean } | null>(null)
  const quote = useQuery({
    queryKey: ['market-quote', listing.listingId],
    queryFn: () => trade.quote(listing.listingId),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  // A quote that could not be renewed is not shown, and neither is one of a listing that has ended.
  const current = quote.status === 'success' && !overtaken?.hasEnded ? quote.data : undefined
  const isOver = useSecondsLeft(quote.data ? Date.parse(quote.data.expiresAt) : 0) === 0

  async function confirm() {
    if (!current) return false
    if (isOver) {
      await quote.refetch()
      return false
    }
    try {
      onBought(await trade.buy(current, unusual.confirmed))
    } catch (error) {
      if (unusual.caught(error)) return false
      if (notEnough.caught(error, current.priceHundredths)) return true
      const code = error instanceof ApiError ? error.code : ''
      const hasEnded = ENDED.includes(code)
      if (!hasEnded && !OUTDATED.includes(code)) throw error
      setOvertaken({ text: describeError(error, language), hasEnded })
      if (!hasEnded) {
        setAgreed(false)
        void quote.refetch()
      }
      return false
    }
    toast(t('buy.done', { item: listing.item.name[language] }), 'good')
    return true
  }

  const price = current ? String(current.priceHundredths / 100) : ''
  const ready = current !== undefined && agreed && unusual.matches(Number(price))
  return (
    <TradeDialog
      title={t('buy.title', { item: listing.item.name[language] })}
      text={t('buy.text')}
      action={overtaken?.hasEnded ? null : t(isOver && current ? 'buy.refresh' : 'buy.action')}
      disabled={!ready && !(isOver && current)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {overtaken && (
        <Notice icon="warning" tone="bad" alert>
          {overtaken.text}
        </Notice>
      )}
      {quote.status === 'pending' && <Skeleton style={{ height: 180 }} />}
      {quote.status === 'error' && <ErrorMessage error={quote.error} onRetry={() => void quote.refetch()} />}
      {current && <QuoteView quote={current} />}
      {current && <TypeAgain unusual={unusual} price={price} />}
      {current && <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('buy.agree')} />}
    </TradeDialog>
  )
}

function QuoteView({ quote }: { quote: Quote }) {
  const t = useText('market')
  const left = useSecondsLeft(Date.parse(quote.expiresAt))
  return (
    <>
      <PriceSplit split={quote} side="buyer" />
      <p className="wv-note">
        <span>{left === 0 ? t('buy.over') : t('buy.until')}</span>{' '}
        {left > 0 && <Countdown secondsLeft={left} />}
      </p>
      <LivenessStrip liveness={quote.liveness} />
    </>
  )
}
