// The validation rules of a gift: amount and message length.
import { lengthOf, wholeWit } from '@witverse/sdk'

export const MESSAGE_LENGTH = 200

/** Returns the whole WIT of a typed text, capped at the available balance. */
export function cappedWit(typed: string, availableHundredths: number): string {
  const wit = wholeWit(typed)
  const most = Math.max(0, Math.floor(availableHundredths / 100))
  return wit !== '' && Number(wit) > most ? String(most) : wit
}

export type WitProblem = 'wit.required' | 'wit.atLeast' | 'wit.notEnough'

export function checkWit(wit: string, availableHundredths: number): WitProblem | null {
  if (availableHundredths < 100) return 'wit.notEnough'
  if (wit === '') return 'wit.required'
  if (Number(wit) < 1) return 'wit.atLeast'
  return Number(wit) * 100 > availableHundredths ? 'wit.notEnough' : null
}

/** The length of a message as it is sent. */
export const messageLength = (message: string): number => lengthOf(message.trim())

const EASY = [10, 50, 100, 500, 1_000]

/** Suggested amounts, as far as the balance allows. */
export const easyAmounts = (availableHundredths: number): number[] =>
  EASY.filter((wit) => wit * 100 <= availableHundredths).slice(-4)
