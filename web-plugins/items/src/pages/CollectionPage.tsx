// `/collection/{id}`: a collection and its numbered items. Public.
import {
  Badge,
  ButtonLink,
  EmptyInline,
  EmptyState,
  formatCount,
  formatDate,
  isMissing,
  ListView,
  Page,
  PageError,
  PageSkeleton,
  PluginSlot,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import { useCollection, useCollectionItems } from '../api/items'
import type { Collection } from '../api/types'
import { EmptyShelf } from '../parts/EmptyShelf'
import { ItemCard } from '../parts/ItemCard'
import { OfficialButton } from '../parts/OfficialButton'

export default function CollectionPage() {
  const t = useText('items')
  const kit = useText('kit')
  const { id = '' } = useParams()
  const collection = useCollection(id)
  if (collection.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (collection.status === 'error') {
    if (!isMissing(collection.error)) {
      return <PageError error={collection.error} onRetry={() => void collection.refetch()} />
    }
    return (
      <Page title={t('collection.missing')} className="wv-alone">
        <EmptyState
          level={1}
          art={<EmptyShelf />}
          title={t('collection.missing')}
          text={t('collection.missingText')}
          action={<ButtonLink to="/">{t('collection.home')}</ButtonLink>}
        />
      </Page>
    )
  }
  return <CollectionView collection={collection.data} />
}

function CollectionView({ collection }: { collection: Collection }) {
  const t = useText('items')
  const { language } = useLanguage()
  const items = useCollectionItems(collection.collectionId)
  const { name, editions, supply, link, createdAt, isOfficial } = collection
  const facts = [
    supply === null
      ? t('collection.made', { count: editions })
      : t('collection.madeOf', { count: editions, supply: formatCount(supply) }),
    t('collection.since', { date: formatDate(createdAt) }),
  ]
  return (
    <Page title={name[language]} className="it-page">
      <header className="wv-head">
        <h1>
          {name[language]} {isOfficial && <Badge tone="accent">{t('official.badge')}</Badge>}
        </h1>
        <p>{facts.join(' · ')}</p>
        <div className="it-actions">
          {link && (
            <ButtonLink variant="secondary" size="small" to={link}>
              {t('collection.offer')}
            </ButtonLink>
          )}
          <OfficialButton collection={collection} />
        </div>
      </header>
      <ListView
        list={items}
        className="it-grid"
        label={name[language]}
        empty={<EmptyInline text={t('collection.empty')} />}
        keyOf={({ itemId }) => itemId}
      >
        {(item) => <ItemCard item={item} />}
      </ListView>
      <PluginSlot at="collection.section" data={{ collectionId: collection.collectionId }} />
    </Page>
  )
}
