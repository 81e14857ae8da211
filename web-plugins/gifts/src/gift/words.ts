// Texts about gifts.
import { formatWit, type Language, type Translate } from '@witverse/sdk'
import type { Gift, GiftStatus } from '../api/types'

type Text = Translate<'gifts'>

/** `100 WIT`, or the name of the item. */
export function nameOf(gift: Pick<Gift, 'item' | 'amountHundredths'>, language: Language): string {
  return gift.item ? gift.item.name[language] : `${formatWit(gift.amountHundredths ?? 0)} WIT`
}

/** The other party of a gift; null if they deleted their account. */
export const otherOf = ({ direction, sender, recipient }: Gift) =>
  direction === 'received' ? sender : recipient

export const nameOfOther = (gift: Gift, t: Text): string => otherOf(gift)?.nickname ?? t('someone')

const TONES: Record<GiftStatus, 'plain' | 'good' | 'bad' | 'accent'> = {
  pending: 'accent',
  accepted: 'good',
  rejected: 'plain',
  returned: 'plain',
  cancelled: 'bad',
}
export const toneOf = (status: GiftStatus) => TONES[status]

/** How the gift ended, or what it waits for, from the caller's view. */
export const endingOf = (gift: Gift, t: Text): string =>
  t(`endings.${gift.direction}.${gift.status}`, { name: nameOfOther(gift, t) })
