// What the buyer pays, and who gets it. The parts always make the price.
import { type Fact, Facts, useText, useWalletRate, WitAmount } from '@witverse/sdk'
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

/** The parts of a price before there is a quote, with the shares of the market and the collection. */
export function splitOf(priceHundredths: number, feeBp: number, royaltyBp: number): Split {
  const part = (bp: number) => Math.floor((priceHundredths * bp) / 10_000)
  const [feeHundredths, royaltyHundredths] = [part(feeBp), part(royaltyBp)]
  return {
    priceHundredths,
    feeHundredths,
    royaltyHundredths,
    sellerReceivesHundredths: priceHundredths - feeHundredths - royaltyHundredths,
  }
}
