// The rules of an amount to charge: whole WIT, not too few, not too many.
import { formatWit } from '@witverse/sdk'

export interface Limits {
  minWit: number
  maxWit: number
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

export type AmountProblem = { key: 'amount.required' | 'amount.tooSmall' | 'amount.tooLarge'; wit: string }

export function checkAmount(wit: string, { minWit, maxWit }: Limits): AmountProblem | null {
  if (wit === '') return { key: 'amount.required', wit: '' }
  if (Number(wit) < minWit) return { key: 'amount.tooSmall', wit: formatWit(minWit * 100) }
  if (Number(wit) > maxWit) return { key: 'amount.tooLarge', wit: formatWit(maxWit * 100) }
  return null
}
