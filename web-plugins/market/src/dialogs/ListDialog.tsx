// Lists an item for sale, or changes its listing.
import { Checkbox, useLanguage, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { Listing, MarketItem } from '../api/types'
import { PriceSplit, useSplit } from '../parts/PriceSplit'
import { isPrice, PriceFields, type Validity } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

interface ListDialogProps {
  item: MarketItem
  listing?: Listing | null
  onClose: () => void
}

export function ListDialog({ item, listing, onClose }: ListDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const { language } = useLanguage()
  const trade = useTrade()
  const unusual = useUnusualPrice()
  const [price, setPrice] = useState(listing ? String(listing.priceHundredths / 100) : '')
  const [duration, setDuration] = useState<Validity>(listing ? '' : '7d')
  const [agreed, setAgreed] = useState(false)
  const split = useSplit({ collectionId: item.collectionId, price: Number(price), fixed: listing })
  const valid = isPrice(price) && agreed && unusual.matches(Number(price))

  async function confirm() {
    try {
      const amount = Number(price)
      if (listing) await trade.changeListing(listing.listingId, amount, duration, unusual.confirmed)
      else await trade.list(item.itemId, amount, duration || '7d', unusual.confirmed)
    } catch (error) {
      if (unusual.caught(error)) return false
      throw error
    }
    toast(t(listing ? 'list.changed' : 'list.done'), 'good')
    return true
  }

  return (
    <TradeDialog
      title={t(listing ? 'list.changeTitle' : 'list.title', { item: item.name[language] })}
      text={t('list.text')}
      action={t(listing ? 'list.change' : 'list.action')}
      disabled={!valid}
      onConfirm={confirm}
      onClose={onClose}
    >
      <PriceFields
        {...{ price, duration, unusual }}
        onPrice={setPrice}
        onDuration={setDuration}
        endsAt={listing?.expiresAt}
      />
      {isPrice(price) && split && <PriceSplit side="seller" split={split} />}
      <p className="wv-note">{t('split.earned')}</p>
      <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('list.agree')} />
    </TradeDialog>
  )
}
