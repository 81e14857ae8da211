// On the page of a world: its collections. Nothing without any, except for its administrators.
import {
  ButtonLink,
  hueOf,
  hueStyle,
  Icon,
  ListView,
  type SlotProps,
  useLanguage,
  useText,
  type WorldSlotData,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useCollectionsOfWorld } from '../api/craft'
import type { Collection } from '../api/types'

export default function WorldCollections({ data }: SlotProps) {
  const t = useText('items')
  const world = data as WorldSlotData
  const manages = world.isOwner || world.isAdmin
  const isOpen = world.isPublic || world.isMember || manages
  const list = useCollectionsOfWorld(world.worldName, isOpen)
  if (!isOpen || list.status !== 'success' || (list.items.length === 0 && !manages)) return null
  return (
    <section className="it-section" aria-labelledby="world-collections">
      <header className="it-section-head">
        <h2 id="world-collections">{t('world.title')}</h2>
        {manages && (
          <ButtonLink variant="secondary" size="small" to="/crafting/item">
            <Icon name="plus" size={16} /> {t('world.make')}
          </ButtonLink>
        )}
      </header>
      <ListView
        list={list}
        className="it-collections"
        label={t('world.title')}
        empty={<p className="it-note">{t('world.none')}</p>}
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
      className="it-collection wv-hue"
      style={hueStyle(hueOf(collection.collectionId))}
    >
      <span className="it-collection-picture">
        {collection.imageUrl ? (
          <img src={collection.imageUrl} alt="" loading="lazy" width={320} height={180} />
        ) : (
          <Icon name="gem" size={32} />
        )}
      </span>
      <strong>{collection.name[language]}</strong>
      <small>{t('collection.made', { count: collection.editions })}</small>
    </Link>
  )
}
