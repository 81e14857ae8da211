// An amount of WIT with its value in dollars.
import { formatUsd, formatWit, type Rates, type WitFormat } from '../format/wit'
import { classes } from '../ui/classes'
import { useWalletRate } from './useWallet'

interface WitAmountProps extends WitFormat {
  hundredths: number
  /** Without a rate only the WIT are shown. */
  rate?: Pick<Rates, 'hundredthsPerUsd'> | undefined
  className?: string
}

export function WitAmount({ hundredths, rate, sign, className }: WitAmountProps) {
  return (
    <span className={classes('wv-wit', className)} translate="no">
      <span className="wv-wit-figure">
        {formatWit(hundredths, { ...(sign && { sign }) })} <span className="wv-wit-unit">WIT</span>
      </span>
      {rate && <span className="wv-wit-usd">≈ {formatUsd(hundredths, rate)}</span>}
    </span>
  )
}

/** The value of an amount in dollars at the rate of the caller's wallet; empty until the rate is known. */
export function WitWorth({ hundredths }: { hundredths: number }) {
  const rate = useWalletRate()
  if (!rate) return null
  return (
    <span className="wv-wit-usd" translate="no">
      ≈ {formatUsd(Math.abs(hundredths), rate)}
    </span>
  )
}

/** The sign of WIT: a coin with a W. */
export function WitMark({ size = 20 }: { size?: number }) {
  return (
    <svg className="wv-wit-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" className="wv-wit-coin" />
      <path
        d="m6.200 9.600 2.700 7 3.100-6 3.100 6 2.700-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.900"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="6.600" r="1.500" fill="currentColor" />
    </svg>
  )
}
