// What a new exchange rate changes: the price of an example amount before and after.
import { formatMoney, formatWit, priceOf, useLanguage, useText } from '@witverse/sdk'
import { changeInThousandths, formatChange, isLargeChange, LARGE_CHANGE_PERCENT } from './amounts'
import type { NewRate } from './api'

/** The amount in the preview: 10,000 WIT. */
export const EXAMPLE = 1_000_000

export type Rates = Pick<NewRate, 'hundredthsPerUsd' | 'hundredthsPer1000Krw'>

/** The price of the example amount before and after the change. */
export function RatePreview({ before, after }: { before: Rates; after: Rates }) {
  const t = useText('shell-money')
  const { language } = useLanguage()
  const rows = (['USD', 'KRW'] as const).map((currency) => {
    const key = currency === 'USD' ? 'hundredthsPerUsd' : 'hundredthsPer1000Krw'
    return {
      currency,
      old: formatMoney(priceOf(EXAMPLE, currency, before), language),
      now: formatMoney(priceOf(EXAMPLE, currency, after), language),
      change: changeInThousandths(before[key], after[key]),
      same: before[key] === after[key],
      large: isLargeChange(before[key], after[key]),
    }
  })
  return (
    <div className="ad-preview">
      <p>{t('rates.preview', { wit: formatWit(EXAMPLE) })}</p>
      <ul>
        {rows.map(({ currency, old, now, change, same }) => (
          <li key={currency}>
            {same ? (
              <strong>{now}</strong>
            ) : (
              <>
                <s>{old}</s> <strong>{now}</strong> <small>{formatChange(change)} WIT</small>
              </>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="is-bad">
        {rows.some(({ large }) => large) && t('rates.large', { percent: LARGE_CHANGE_PERCENT })}
      </p>
    </div>
  )
}
