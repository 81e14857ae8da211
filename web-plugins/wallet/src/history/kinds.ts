// What the kinds of movements look like, and which family of the chart each belongs to.
import type { IconName } from '@witverse/sdk'

export type Family = 'bought' | 'people' | 'spent' | 'earned' | 'returned' | 'other'

/** In the order in which they are stacked, from the middle line outwards. */
export const FAMILIES: readonly Family[] = ['bought', 'people', 'earned', 'spent', 'returned', 'other']

interface Look {
  icon: IconName
  family: Family
}

const LOOKS = {
  recharge: { icon: 'plus', family: 'bought' },
  refund: { icon: 'back', family: 'returned' },
  chargeback: { icon: 'back', family: 'returned' },
  bonus: { icon: 'star', family: 'earned' },
  adjustment: { icon: 'edit', family: 'other' },
  give: { icon: 'gift', family: 'people' },
  charge: { icon: 'cart', family: 'spent' },
  reward: { icon: 'star', family: 'earned' },
  hold: { icon: 'gift', family: 'people' },
  issue: { icon: 'check', family: 'earned' },
  forfeit: { icon: 'clock', family: 'other' },
} as const satisfies Record<string, Look>

export const KINDS = Object.keys(LOOKS)

/** A kind of tomorrow looks like something, too. */
export const lookOf = (kind: string): Look =>
  kind in LOOKS ? LOOKS[kind as keyof typeof LOOKS] : { icon: 'wallet', family: 'other' }

/** The key of its text: some kinds are called otherwise from the other side. */
export function kindKey(kind: string, amountHundredths: number): string {
  const twoSided = kind === 'give' || kind === 'hold' || kind === 'charge' || kind === 'adjustment'
  if (!twoSided) return `kinds.${kind}`
  return `kinds.${kind}${amountHundredths > 0 ? 'In' : 'Out'}`
}
