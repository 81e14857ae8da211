// The slot `collection.section` of a collection's page: its lowest price, and the way to its market.
import { ButtonLink, formatWit, useText } from '@witverse/sdk'
import { useMarketCollection } from '../api/market'

export default function CollectionMarket({ data }: { data?: unknown }) {
  const t = useText('market')
  const { collectionId = '' } = (data ?? {}) as { collectionId?: string }
  const collection = useMarketCollection(collectionId)
  // The page shows the collection without the market while this loads or if it fails.
  if (!collection.data) return null
  const { floorHundredths: floor } = collection.data
  return (
    <div className="wv-actions">
      <ButtonLink variant="secondary" size="small" to={`/market/${collectionId}`}>
        {floor === null ? t('collection.market') : t('collection.marketFrom', { wit: formatWit(floor) })}
      </ButtonLink>
    </div>
  )
}
