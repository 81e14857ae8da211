// Why an item is locked, and until when.
import { Icon, TimeLeft, textOr, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useGiftOf } from '../api/items'

export function LockNote({ itemId, by }: { itemId: string; by: string }) {
  const t = useText('items')
  const gift = useGiftOf(itemId, by === 'gift')
  return (
    <p className="it-lock">
      <Icon name="lock" size={16} />
      <span>
        {gift?.recipient
          ? t('locks.giftTo', { name: gift.recipient.nickname })
          : textOr(t, `locks.${by}`, t('locks.other'))}
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
