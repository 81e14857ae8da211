// Makes an offer for an item or for any item of a collection, or changes it. Nothing is reserved.
import { Checkbox, formatWit, useText, useToast, useWallet } from '@witverse/sdk'
import { useState } from 'react'
import { useTrade } from '../api/market'
import type { Duration, Offer } from '../api/types'
import { isPrice, PriceFields } from './PriceFields'
import { TradeDialog } from './TradeDialog'
import { useUnusualPrice } from './useUnusualPrice'

interface OfferDialogProps {
  /** The name of the item or the collection. */
  name: string
  itemId?: string
  collectionId?: string
  offer?: Offer | null
  onClose: () => void
}

export function OfferDialog({ name, itemId, collectionId, offer, onClose }: OfferDialogProps) {
  const t = useText('market')
  const toast = useToast()
  const trade = useTrade()
  const wallet = useWallet()
  const unusual = useUnusualPrice()
  const [price, setPrice] = useState(offer ? String(offer.priceHundredths / 100) : '')
  const [duration, setDuration] = useState<Duration>('7d')
  const [agreed, setAgreed] = useState(false)
  const available = wallet.data?.availableHundredths
  const short = available !== undefined && Number(price) * 100 > available
  const valid = isPrice(price) && agreed && unusual.matches(Number(price))

  async function confirm() {
    const amount = Number(price)
    try {
      if (offer) await trade.changeOffer(offer.offerId, amount, duration, unusual.confirmed)
      else {
        await trade.offer({
          ...(itemId && { itemId }),
          ...(collectionId && { collectionId }),
          price: amount,
          duration,
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
      title={t(offer ? 'offer.changeTitle' : collectionId ? 'offer.collectionTitle' : 'offer.title', {
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
        {...(available !== undefined && { hint: t('offer.have', { wit: formatWit(available) }) })}
      />
      {short && <p className="mk-note">{t('offer.short')}</p>}
      <Checkbox name="agreed" checked={agreed} onChecked={setAgreed} label={t('offer.agree')} />
    </TradeDialog>
  )
}
