// The validation rules of a top-up: whole WIT within the limits.
import { formatWit } from '@witverse/sdk'

export interface Limits {
  minWit: number
  maxWit: number
}

export type AmountProblem = { key: 'amount.required' | 'amount.tooSmall' | 'amount.tooLarge'; wit: string }

export function checkAmount(wit: string, { minWit, maxWit }: Limits): AmountProblem | null {
  if (wit === '') return { key: 'amount.required', wit: '' }
  if (Number(wit) < minWit) return { key: 'amount.tooSmall', wit: formatWit(minWit * 100) }
  if (Number(wit) > maxWit) return { key: 'amount.tooLarge', wit: formatWit(maxWit * 100) }
  return null
}
