// The rules of a gift: how many WIT, how long a message.
import { wholeWit } from '@witverse/sdk'

export const MESSAGE_LENGTH = 200

/** What of a typed text counts: whole WIT, and never more than somebody has. */
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

/** As people count: an emoji is one. */
export const lengthOf = (message: string): number => [...message.trim()].length

const EASY = [10, 50, 100, 500, 1_000]

/** Amounts to begin with, as far as there is that much. */
export const easyAmounts = (availableHundredths: number): number[] =>
  EASY.filter((wit) => wit * 100 <= availableHundredths).slice(-4)
