// Makes an offer for an item or for any item of a collection, or changes it. Nothing is reserved.
import { Checkbox, formatWit, useText, useToast, useWallet } from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { Offer } from '../api/types'
import { PriceSplit, useSplit } from '../parts/PriceSplit'
import { isPrice, PriceFields, type Validity } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

interface OfferDialogProps {
  /** The name of the item or the collection. */
  name: string
  collectionId: string
  /** Without it, the offer is for any item of the collection. */
  itemId?: string | undefined
  /** The owner of the item. */
  ownerId?: string | undefined
  /** The offer to change. */
  offer?: Offer | null
  onClose: () => void
}

export function OfferDialog({ name, itemId, collectionId, ownerId, offer, onClose }: OfferDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  const wallet = useWallet()
  const unusual = useUnusualPrice()
  const [price, setPrice] = useState(offer ? String(offer.priceHundredths / 100) : '')
  const [duration, setDuration] = useState<Validity>(offer ? '' : '7d')
  const [agreed, setAgreed] = useState(false)
  const split = useSplit({ collectionId, price: Number(price), otherId: ownerId })
  const available = wallet.data?.availableHundredths
  const short = available !== undefined && Number(price) * 100 > available
  const valid = isPrice(price) && agreed && unusual.matches(Number(price))

  async function confirm() {
    const amount = Number(price)
    try {
      if (offer) await trade.changeOffer(offer.offerId, amount, duration, unusual.confirmed)
      else {
        await trade.offer({
          ...(itemId ? { itemId } : { collectionId }),
          price: amount,
          duration: duration || '7d',
          ...(unusual.confirmed !== undefined && { confirmedPrice: unusual.confirmed }),
        })
      }
    } catch (error) {
      if (unusual.caught(error)) return false
      throw error
    }
    toast(t(offer ? 'offer.changed' : 'offer.done'), 'good')
    return true
  }

  return (
    <TradeDialog
      title={t(offer ? 'offer.changeTitle' : itemId ? 'offer.title' : 'offer.collectionTitle', {
        name,
      })}
      text={t('offer.text')}
      action={t(offer ? 'offer.change' : 'offer.action')}
      disabled={!valid}
      onConfirm={confirm}
      onClose={onClose}
    >
      <PriceFields
        {...{ price, duration, unusual }}
        onPrice={setPrice}
        onDuration={setDuration}
        endsAt={offer?.expiresAt}
        {...(available !== undefined && { hint: t('offer.have', { wit: formatWit(available) }) })}
      />
      {isPrice(price) && split && <PriceSplit side="buyer" split={split} />}
      {short && <p className="wv-note">{t('offer.short')}</p>}
      <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('offer.agree')} />
    </TradeDialog>
  )
}
