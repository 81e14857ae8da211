// What the buyer pays, and who gets it. The parts always make the price.
import { type Fact, Facts, useCaller, useText, useWalletRate, WitAmount } from '@witverse/sdk'
import { useMarketCollection, useRules } from '../api/market'
import type { Split } from '../api/types'

interface PriceSplitProps {
  split: Split
  /** The side of the caller, whose line comes last and bold. */
  side: 'buyer' | 'seller'
}

export function PriceSplit({ split, side }: PriceSplitProps) {
  const t = useText('market')
  const rate = useWalletRate()
  const amount = (hundredths: number) => <WitAmount hundredths={hundredths} />
  const facts: Fact[] = [
    [t('split.fee'), split.feeHundredths > 0 ? amount(split.feeHundredths) : t('split.feeNone')],
    [t('split.royalty'), split.royaltyHundredths > 0 && amount(split.royaltyHundredths)],
    side === 'buyer'
      ? [t('split.sellerGets'), amount(split.sellerReceivesHundredths)]
      : [t('split.buyerPays'), amount(split.priceHundredths)],
  ]
  const total = side === 'buyer' ? split.priceHundredths : split.sellerReceivesHundredths
  return (
    <div className="mk-split">
      <Facts facts={facts} />
      <p className="mk-split-total">
        <span>{t(side === 'buyer' ? 'split.youPay' : 'split.youGet')}</span>
        <WitAmount hundredths={total} rate={rate} />
      </p>
    </div>
  )
}

interface Trade {
  collectionId: string
  /** In whole WIT. */
  price: number
  /** The other person, if known: the maker's own trades have no royalty. */
  otherId?: string | undefined
  /** Shares that were fixed earlier. */
  fixed?: { feeBp: number; royaltyBp: number } | null | undefined
}

/** The parts of a price of the caller's before there is a quote; null until the shares are known. */
export function useSplit({ collectionId, price, otherId, fixed }: Trade): Split | null {
  const { user } = useCaller()
  const collection = useMarketCollection(collectionId)
  const rules = useRules()
  if (fixed) return splitOf(price * 100, fixed.feeBp, fixed.royaltyBp)
  if (!collection.data || !rules.data) return null
  const { maker, royaltyBp } = collection.data
  const hasRoyalty = maker !== null && maker.userId !== user?.id && maker.userId !== otherId
  return splitOf(price * 100, rules.data.feeBp, hasRoyalty ? royaltyBp : 0)
}

/** The parts of a price; the server rounds in the same way. */
function splitOf(priceHundredths: number, feeBp: number, royaltyBp: number): Split {
  const part = (bp: number) => Math.floor((priceHundredths * bp) / 10_000)
  const [feeHundredths, royaltyHundredths] = [part(feeBp), part(royaltyBp)]
  return {
    priceHundredths,
    feeHundredths,
    royaltyHundredths,
    sellerReceivesHundredths: priceHundredths - feeHundredths - royaltyHundredths,
  }
}
