// Amounts as people read them. WIT are counted in integer hundredths; no amount ever becomes a floating-point number.
// Prices are rounded up as the platform does; what something is worth in dollars is rounded to the nearest cent.
import type { Language } from '@witverse/api-client'

export type Currency = 'KRW' | 'USD'

/** Won are whole; dollars are counted in cents. */
export interface Money {
  currency: Currency
  amountMinor: number
}

/** What a rate says; the two numbers that every price and every value follow from. */
export interface Rates {
  hundredthsPerUsd: number
  hundredthsPer1000Krw: number
}

export interface WitFormat {
  /** `always` for movements: + in, − out. */
  sign?: 'always' | 'negative'
}

/** As many digits as the largest amount that anybody could be allowed to type. */
const DIGITS = 9

/** What of a typed text counts: the whole number. `1,234.56 WIT` is 1234. */
export function wholeWit(typed: string): string {
  const whole = typed.split('.')[0] ?? ''
  return whole
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, DIGITS)
}

/** The minus of typography: as wide as the plus. */
const MINUS = '−'

const grouped = (digits: bigint): string => digits.toString().replace(/\B(?=(\d{3})+$)/g, ',')
const two = (part: bigint): string => part.toString().padStart(2, '0')
const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function signOf(amount: bigint, sign: WitFormat['sign'] = 'negative'): string {
  if (amount < 0n) return MINUS
  return sign === 'always' && amount > 0n ? '+' : ''
}

/** `1,240` or `1,240.50`: whole where it is whole, else two decimals. */
export function formatWit(hundredths: number, { sign }: WitFormat = {}): string {
  const amount = BigInt(hundredths)
  const size = sizeOf(amount)
  const rest = size % 100n
  return `${signOf(amount, sign)}${grouped(size / 100n)}${rest === 0n ? '' : `.${two(rest)}`}`
}

/** For narrow places: `1,240`, `1.25M`. Never more than there is. */
export function formatWitShort(hundredths: number): string {
  const amount = BigInt(hundredths)
  const size = sizeOf(amount)
  if (size < 100_000_000n) return formatWit(hundredths - (hundredths % 100))
  const parts = size / 1_000_000n // hundredths of a million
  return `${signOf(amount)}${grouped(parts / 100n)}.${two(parts % 100n)}M`
}

/** `$12.40`: what WIT are worth at this rate. */
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

/** What an amount costs: rounded up to the smallest unit of the currency. */
export function priceOf(hundredths: number, currency: Currency, rate: Rates): Money {
  const [units, per] =
    currency === 'USD' ? [100n, BigInt(rate.hundredthsPerUsd)] : [1_000n, BigInt(rate.hundredthsPer1000Krw)]
  const amount = BigInt(hundredths) * units
  return { currency, amountMinor: Number((amount + per - 1n) / per) }
}

const formatDollars = (cents: bigint): string => `$${grouped(cents / 100n)}.${two(cents % 100n)}`
