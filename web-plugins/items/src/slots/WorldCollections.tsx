// On the page of a world: its collections, and for its administrators the form of a new item. Nothing without any collections,
// except for its administrators.
import {
  ButtonLink,
  hueOf,
  hueStyle,
  Icon,
  ListView,
  Picture,
  type SlotProps,
  useLanguage,
  useText,
  type WorldSlotData,
} from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { lazy, Suspense } from 'react'
import { useCollectionsOfWorld } from '../api/craft'
import type { Collection } from '../api/types'
import { craftingPath } from '../craft/path'

const WorldItemDialog = lazy(
  () => import(/* webpackChunkName: "page-world-item" */ '../craft/WorldItemDialog'),
)

export default function WorldCollections({ data }: SlotProps) {
  const world = data as WorldSlotData
  const [search, setSearch] = useSearchParams()
  const manages = world.isOwner || world.isAdmin
  // For people who may not make items here, the page of `blocks` shows the explanation.
  const isCrafting = manages && search.get('state') === 'crafting' && search.get('kind') === 'item'
  return (
    <>
      <Collections world={world} manages={manages} />
      {isCrafting && (
        <Suspense fallback={null}>
          <WorldItemDialog worldName={world.worldName} onClose={() => setSearch({}, { replace: true })} />
        </Suspense>
      )}
    </>
  )
}

function Collections({ world, manages }: { world: WorldSlotData; manages: boolean }) {
  const t = useText('items')
  const isOpen = world.isPublic || world.isMember || manages
  const list = useCollectionsOfWorld(world.worldName, isOpen)
  if (!isOpen || list.status !== 'success' || (list.items.length === 0 && !manages)) return null
  return (
    <section className="it-section" aria-labelledby="world-collections">
      <header className="wv-section-head">
        <h2 id="world-collections">{t('world.title')}</h2>
        {manages && (
          <ButtonLink variant="secondary" size="small" to={craftingPath(world.worldName)}>
            <Icon name="plus" size={16} /> {t('world.make')}
          </ButtonLink>
        )}
      </header>
      <ListView
        list={list}
        className="wv-grid is-small"
        label={t('world.title')}
        empty={<p className="wv-note">{t('world.none')}</p>}
        keyOf={({ collectionId }) => collectionId}
      >
        {(collection) => <CollectionCard collection={collection} />}
      </ListView>
    </section>
  )
}

function CollectionCard({ collection }: { collection: Collection }) {
  const t = useText('items')
  const { language } = useLanguage()
  return (
    <Link
      to={`/collection/${collection.collectionId}`}
      className="wv-picture-card wv-hue"
      style={hueStyle(hueOf(collection.collectionId))}
    >
      <span className="wv-card-picture is-wide">
        {collection.imageUrl ? (
          <Picture src={collection.imageUrl} width={320} height={180} />
        ) : (
          <Icon name="gem" size={32} />
        )}
      </span>
      <strong>{collection.name[language]}</strong>
      <small>{t('collection.made', { count: collection.editions })}</small>
    </Link>
  )
}
