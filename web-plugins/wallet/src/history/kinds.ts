// The icon and the chart family of each kind of movement.
import type { IconName } from '@witverse/sdk'
import type { Movement } from '../api/types'

export type Family = 'bought' | 'people' | 'spent' | 'earned' | 'returned' | 'other'

/** In stacking order, from the middle line outwards. */
export const FAMILIES: readonly Family[] = ['bought', 'people', 'earned', 'spent', 'returned', 'other']

interface KindStyle {
  icon: IconName
  family: Family
}

const STYLES = {
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
} as const satisfies Record<string, KindStyle>

export type Kind = keyof typeof STYLES

export const KINDS = Object.keys(STYLES) as Kind[]

/** Unknown kinds get a default style. */
export const styleOf = (kind: string): KindStyle =>
  Object.hasOwn(STYLES, kind) ? STYLES[kind as Kind] : { icon: 'wallet', family: 'other' }

/** The gifts plugin marks its holds with this memo. */
export const isGift = ({ kind, memo }: Pick<Movement, 'kind' | 'memo'>): boolean =>
  kind === 'hold' && memo === 'gift'

/** The text key of a movement; some kinds have different names for each direction. */
export function kindKey({
  kind,
  amountHundredths,
  memo,
}: Pick<Movement, 'kind' | 'amountHundredths' | 'memo'>): string {
  const side = amountHundredths > 0 ? 'In' : 'Out'
  if (isGift({ kind, memo })) return `kinds.gift${side}`
  const twoSided = kind === 'give' || kind === 'hold' || kind === 'charge' || kind === 'adjustment'
  if (!twoSided) return `kinds.${kind}`
  return `kinds.${kind}${side}`
}
