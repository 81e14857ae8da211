// `/collection/{id}`: a collection and its numbered items. Public.
import {
  Badge,
  Button,
  ButtonLink,
  EmptyInline,
  EmptyPage,
  formatCount,
  formatDate,
  Icon,
  ListView,
  Loaded,
  Page,
  PageHead,
  PersonName,
  Picture,
  PluginSlot,
  ReportButton,
  useCaller,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { Link, useParams } from '@witverse/sdk/router'
import { lazy, Suspense, useState } from 'react'
import { useManagedWorld } from '../api/craft'
import { useCollection, useCollectionItems } from '../api/items'
import type { Collection } from '../api/types'
import { craftingPath } from '../craft/path'
import { EmptyShelf } from '../parts/EmptyShelf'
import { ItemCard } from '../parts/ItemCard'
import { OfficialButton } from '../parts/OfficialButton'

const CollectionDialog = lazy(
  () => import(/* webpackChunkName: "page-collection-dialog" */ '../craft/CollectionDialog'),
)

export default function CollectionPage() {
  const t = useText('items')
  const { id = '' } = useParams()
  return (
    <Loaded
      query={useCollection(id)}
      title={t('world.title')}
      missing={
        <EmptyPage
          art={<EmptyShelf />}
          title={t('collection.missing')}
          text={t('collection.missingText')}
          action={<ButtonLink to="/">{t('collection.home')}</ButtonLink>}
        />
      }
    >
      {(collection) => <CollectionView collection={collection} />}
    </Loaded>
  )
}

function CollectionView({ collection }: { collection: Collection }) {
  const t = useText('items')
  const { language } = useLanguage()
  const items = useCollectionItems(collection.collectionId)
  const { user } = useCaller()
  const [isEditing, setEditing] = useState(false)
  const managed = useManagedWorld()
  const { name, description, imageUrl, editions, supply, link, createdAt, isOfficial, maker, worldName } =
    collection
  const isMine = worldName === null ? maker !== null && maker.userId === user?.id : worldName === managed
  const facts = [
    supply === null
      ? t('collection.made', { count: editions })
      : t('collection.madeOf', { count: editions, supply: formatCount(supply) }),
    t('collection.since', { date: formatDate(createdAt) }),
    ...(collection.royaltyBp > 0 ? [t('collection.royalty', { percent: collection.royaltyBp / 100 })] : []),
  ]
  return (
    <Page title={name[language]} stack>
      {imageUrl && <Picture className="it-cover" src={imageUrl} width={768} height={432} eager />}
      <PageHead
        title={
          <>
            {name[language]} {isOfficial && <Badge tone="accent">{t('official.badge')}</Badge>}
          </>
        }
        text={facts.join(' · ')}
      >
        <div className="wv-actions">
          {link && (
            <ButtonLink variant="secondary" size="small" to={link}>
              {t('collection.offer')}
            </ButtonLink>
          )}
          {isMine && (supply === null || editions < supply) && (
            <ButtonLink
              size="small"
              to={
                worldName === null
                  ? `/crafting/item?collection=${collection.collectionId}`
                  : craftingPath(worldName, collection.collectionId)
              }
            >
              <Icon name="plus" size={16} /> {t('collection.makeItem')}
            </ButtonLink>
          )}
          {isMine && (
            <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
              {t('craft.collection.edit')}
            </Button>
          )}
          <OfficialButton collection={collection} />
          {maker && <ReportButton person={maker} kind="collection" id={collection.collectionId} />}
        </div>
      </PageHead>
      {description[language] && <p className="it-description">{description[language]}</p>}
      {maker && <PersonName person={maker} note={t('collection.maker')} />}
      {worldName && (
        <Link to={`/${worldName}`}>{t('collection.ofWorld', { world: worldName.toUpperCase() })}</Link>
      )}
      <PluginSlot at="collection.section" data={{ collectionId: collection.collectionId }} />
      <ListView
        list={items}
        className="wv-grid is-small"
        label={name[language]}
        empty={<EmptyInline text={t('collection.empty')} />}
        keyOf={({ itemId }) => itemId}
      >
        {(item) => <ItemCard item={item} />}
      </ListView>
      {isEditing && (
        <Suspense fallback={null}>
          <CollectionDialog
            collection={collection}
            onClose={() => setEditing(false)}
            onDone={() => setEditing(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
