// How gifts are spoken of.
import { formatWit, type Language, type useText } from '@witverse/sdk'
import type { Gift, GiftStatus } from '../api/types'

type Text = ReturnType<typeof useText>

/** `100 WIT`, or the item's name. */
export function nameOf(gift: Pick<Gift, 'item' | 'amountHundredths'>, language: Language): string {
  return gift.item ? gift.item.name[language] : `${formatWit(gift.amountHundredths ?? 0)} WIT`
}

/** The other one; who has left has no name any more. */
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

/** How it ended, or what it waits for, as the one who looks sees it. */
export const endingOf = (gift: Gift, t: Text): string =>
  t(`endings.${gift.direction}.${gift.status}`, { name: nameOfOther(gift, t) })
