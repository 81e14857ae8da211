// The summary of a top-up: amount, price and rate.
import {
  Card,
  type Currency,
  Facts,
  formatMoney,
  formatWit,
  priceOf,
  useLanguage,
  useText,
} from '@witverse/sdk'
import type { ReactNode } from 'react'
import type { RateView, WalletView } from '../api/types'

interface ChargeSummaryProps {
  hundredths: number
  currency: Currency
  rate: RateView
  wallet: WalletView | undefined
  children: ReactNode
}

export function ChargeSummary({ hundredths, currency, rate, wallet, children }: ChargeSummaryProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  return (
    <Card className="wl-summary" aria-label={t('charge.summary')}>
      <p className="wl-summary-label">{t('charge.youGet')}</p>
      <p className="wl-summary-figure" aria-live="polite">
        <strong>{formatWit(hundredths)}</strong> <span>WIT</span>
      </p>
      <Facts
        className="wl-facts has-total"
        facts={[
          [t('charge.afterwards'), wallet && `${formatWit(wallet.balanceHundredths + hundredths)} WIT`],
          [t('rate'), describeRate(currency, rate, language)],
          [t('price'), formatMoney(priceOf(hundredths, currency, rate), language)],
        ]}
      />
      {children}
      <p className="wv-note">{t('charge.taxes')}</p>
    </Card>
  )
}

/** `$1 = 100 WIT`, `1,000원 = 72 WIT`. */
export function describeRate(
  currency: Currency,
  rate: Pick<RateView, 'hundredthsPerUsd' | 'hundredthsPer1000Krw'>,
  language: 'ko' | 'en',
): string {
  const [money, hundredths] =
    currency === 'USD'
      ? ['$1', rate.hundredthsPerUsd]
      : [formatMoney({ currency, amountMinor: 1_000 }, language), rate.hundredthsPer1000Krw]
  return `${money} = ${formatWit(hundredths)} WIT`
}
