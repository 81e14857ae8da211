// Formats amounts. WIT are counted in integer hundredths; no amount becomes a floating-point number.
// Prices are rounded up, as on the server; values in dollars are rounded to the nearest cent.
import type { Language } from '@witverse/api-client'

export type Currency = 'KRW' | 'USD'

/** KRW counts in won, USD in cents. */
export interface Money {
  currency: Currency
  amountMinor: number
}

/** The two numbers of a rate that determine every price and value. */
export interface Rates {
  hundredthsPerUsd: number
  hundredthsPer1000Krw: number
}

export interface WitFormat {
  /** `always` shows + for incoming and − for outgoing amounts. */
  sign?: 'always' | 'negative'
}

/** The number of digits of the largest amount that a field accepts. */
const DIGITS = 9

/** Returns the whole number in a typed text: `1,234.56 WIT` becomes 1234. */
export function wholeWit(typed: string): string {
  const whole = typed.split('.')[0] ?? ''
  return whole
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, DIGITS)
}

/** The typographic minus, as wide as the plus. */
const MINUS = '−'

const grouped = (digits: bigint): string => digits.toString().replace(/\B(?=(\d{3})+$)/g, ',')
const two = (part: bigint): string => part.toString().padStart(2, '0')
const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function signOf(amount: bigint, sign: WitFormat['sign'] = 'negative'): string {
  if (amount < 0n) return MINUS
  return sign === 'always' && amount > 0n ? '+' : ''
}

/** `1,240` or `1,240.50`: two decimals unless the amount is whole. */
export function formatWit(hundredths: number, { sign }: WitFormat = {}): string {
  const amount = BigInt(hundredths)
  const size = sizeOf(amount)
  const rest = size % 100n
  return `${signOf(amount, sign)}${grouped(size / 100n)}${rest === 0n ? '' : `.${two(rest)}`}`
}

/** For narrow places: `1,240`, `1.25M`. Rounds down. */
export function formatWitShort(hundredths: number): string {
  const amount = BigInt(hundredths)
  const size = sizeOf(amount)
  if (size < 100_000_000n) return formatWit(hundredths - (hundredths % 100))
  const parts = size / 1_000_000n // hundredths of a million
  return `${signOf(amount)}${grouped(parts / 100n)}.${two(parts % 100n)}M`
}

/** `$12.40`: the value of WIT at this rate. */
export function formatUsd(hundredths: number, rate: Pick<Rates, 'hundredthsPerUsd'>): string {
  const per = BigInt(rate.hundredthsPerUsd)
  const cents = (sizeOf(BigInt(hundredths)) * 200n + per) / (per * 2n)
  const shown = formatDollars(cents)
  return hundredths < 0 && cents > 0n ? MINUS + shown : shown
}

/** `12,400원` or `₩12,400`, `$12.40`. */
export function formatMoney({ currency, amountMinor }: Money, language: Language): string {
  const amount = BigInt(amountMinor)
  const size = sizeOf(amount)
  if (currency === 'USD') return signOf(amount) + formatDollars(size)
  return signOf(amount) + (language === 'ko' ? `${grouped(size)}원` : `₩${grouped(size)}`)
}

/** Prices in won are multiples of this, as the kernel charges them. */
const KRW_STEP = 10n

/** The price of an amount, rounded up as the kernel charges it: dollars to the cent, won to tens. */
export function priceOf(hundredths: number, currency: Currency, rate: Rates): Money {
  const [units, bought, step] =
    currency === 'USD'
      ? [100n, BigInt(rate.hundredthsPerUsd), 1n]
      : [1_000n, BigInt(rate.hundredthsPer1000Krw), KRW_STEP]
  const amount = BigInt(hundredths) * units
  const per = bought * step
  return { currency, amountMinor: Number(((amount + per - 1n) / per) * step) }
}

const formatDollars = (cents: bigint): string => `$${grouped(cents / 100n)}.${two(cents % 100n)}`
