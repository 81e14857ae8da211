// Why an item is locked, and until when.
import { formatMoment, Icon, TimeLeft, textOr, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useGiftOf } from '../api/items'
import type { Item } from '../api/types'

interface Props {
  itemId: string
  lock: NonNullable<Item['lock']>
}

export function LockNote({ itemId, lock: { by, until } }: Props) {
  const t = useText('items')
  const gift = useGiftOf(itemId, by === 'gift')
  return (
    <p className="it-lock">
      <Icon name="lock" size={16} />
      <span>
        {gift?.recipient
          ? t('locks.giftTo', { name: gift.recipient.nickname })
          : textOr(t, `locks.${by}`, t('locks.other'))}
        {until && <small>{t('locks.endsAt', { at: formatMoment(until) })}</small>}
        {gift && (
          <small>
            <Link to={`/gifts?id=${gift.airdropId}`}>
              <TimeLeft until={gift.expiresAt} />
            </Link>{' '}
            {t('locks.until')}
          </small>
        )}
      </span>
    </p>
  )
}
