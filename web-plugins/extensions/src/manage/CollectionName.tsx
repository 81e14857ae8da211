// A collection that an operator has opened for a plugin.
import { Picture, useLanguage, useText } from '@witverse/sdk'
import { type ManagedWorld, useCollection } from '../api/collections'
import type { Collection } from '../api/types'

export function CollectionLabel({ collection }: { collection: Collection }) {
  const { language } = useLanguage()
  const { imageUrl: image, name } = collection
  return (
    <span className="ex-collection">
      {image ? <Picture src={image} width={32} height={32} /> : <i />}
      {name[language]}
    </span>
  )
}

/** A chosen collection by its id, also one that is not there any more. */
export function CollectionName({ world, id }: { world: ManagedWorld; id: string }) {
  const t = useText('extensions')
  const collection = useCollection(world, id)
  if (collection) return <CollectionLabel collection={collection} />
  return (
    <span className="ex-collection">
      <i />
      <span>
        {collection === null ? t('collections.unknown') : t('collections.loading')}{' '}
        <code>{id.slice(0, 8)}</code>
      </span>
    </span>
  )
}
