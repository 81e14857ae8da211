// An item for sale as a card.
import { Badge, Picture, serverNow, TimeLeft, useLanguage, useText, WitAmount } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Listing } from '../api/types'
import { detailPath, useMarketPath } from './base'

export function ListingCard({ listing }: { listing: Listing }) {
  const t = useText('market')
  const { language } = useLanguage()
  const base = useMarketPath()
  const { item, priceHundredths, hasOffers, expiresAt, isOwn, listingId } = listing
  const soon = Date.parse(expiresAt) - serverNow() < 86_400_000
  return (
    <article className="wv-picture-card">
      <Link to={detailPath(base, item.itemId, listingId)}>
        <span className="wv-card-picture">
          <Picture src={item.thumbnailUrl} width={320} height={320} />
          {item.edition !== null && <span className="wv-card-edition">#{item.edition}</span>}
        </span>
        <strong>{item.name[language]}</strong>
        <small>{t(`types.${item.type}`)}</small>
        <b>
          <WitAmount hundredths={priceHundredths} />
        </b>
      </Link>
      <p className="wv-card-foot">
        {isOwn && <Badge tone="accent">{t('yours')}</Badge>}
        {hasOffers && <Badge>{t('hasOffers')}</Badge>}
        {soon && (
          <small>
            <TimeLeft until={expiresAt} />
          </small>
        )}
      </p>
    </article>
  )
}
