// Why an item cannot be moved, and until when.
import { Icon, TimeLeft, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useGiftOf } from '../api/items'

const KNOWN = ['gift', 'listing', 'placed']

export function LockNote({ itemId, by }: { itemId: string; by: string }) {
  const t = useText('items')
  const gift = useGiftOf(itemId, by === 'gift')
  return (
    <p className="it-lock">
      <Icon name="lock" size={16} />
      <span>
        {gift?.recipient
          ? t('locks.giftTo', { name: gift.recipient.nickname })
          : t(`locks.${KNOWN.includes(by) ? by : 'other'}`)}
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
