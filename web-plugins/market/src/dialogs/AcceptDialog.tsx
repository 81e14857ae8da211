// Accepts an offer: what the seller gets, and for an offer on a collection which item is sold.
import { Checkbox, useLanguage, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { MarketItem, Offer } from '../api/types'
import { PriceSplit } from '../parts/PriceSplit'
import { TypeAgain } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

interface AcceptDialogProps {
  offer: Offer
  /** The item to sell. */
  item: MarketItem
  onClose: () => void
}

export function AcceptDialog({ offer, item, onClose }: AcceptDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const trade = useTrade()
  const unusual = useUnusualPrice()
  const [agreed, setAgreed] = useState(false)
  const price = String(offer.priceHundredths / 100)
  const ready = agreed && unusual.matches(Number(price))

  async function confirm() {
    const { version, priceHundredths } = offer
    try {
      await trade.acceptOffer(
        offer.offerId,
        { version, priceHundredths },
        offer.item === null ? item.itemId : undefined,
        unusual.confirmed,
      )
    } catch (error) {
      if (unusual.caught(error)) return false
      throw error
    }
    toast(t('accept.done', { item: item.name[language] }), 'good')
    return true
  }

  return (
    <TradeDialog
      title={t('accept.title', { item: item.name[language] })}
      text={t('accept.text', { name: offer.offerer?.nickname ?? t('formerMember') })}
      action={t('accept.action')}
      disabled={!ready}
      onConfirm={confirm}
      onClose={onClose}
    >
      <PriceSplit split={offer} side="seller" />
      <p className="wv-note">{t('split.earned')}</p>
      <TypeAgain unusual={unusual} price={price} />
      <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('accept.agree')} />
    </TradeDialog>
  )
}
