// A closed gift as a row of the history.
import { Badge, formatAgo, useLanguage, usePagePath, useText, WitWorth } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Gift } from '../api/types'
import { GiftTile } from '../parts/GiftTile'
import { nameOf, nameOfOther, toneOf } from './words'

export function GiftRow({ gift }: { gift: Gift }) {
  const t = useText('gifts')
  const { language } = useLanguage()
  const path = usePagePath('gifts')
  return (
    <Link className="wv-row is-box" to={`${path}?id=${gift.airdropId}`}>
      <GiftTile gift={gift} size={48} />
      <span className="wv-row-text">
        <strong>{nameOf(gift, language)}</strong>
        <small>
          {gift.amountHundredths !== null && (
            <>
              <WitWorth hundredths={gift.amountHundredths} /> ·{' '}
            </>
          )}
          {t(`short.${gift.direction}`, { name: nameOfOther(gift, t) })} ·{' '}
          <span className="gf-row-when">{formatAgo(gift.closedAt ?? gift.sentAt, language)}</span>
        </small>
      </span>
      <Badge tone={toneOf(gift.status)}>{t(`states.${gift.status}`)}</Badge>
    </Link>
  )
}
