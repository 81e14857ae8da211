// The collections of the world that a plugin may use, in the details of an install.

import { useText } from '@witverse/sdk'
import type { ManagedWorld } from '../api/collections'
import type { Install } from '../api/types'
import { CollectionName } from './CollectionName'
import { collectionKeys, collectionsOf } from './grant'

export function OpenedCollections({ world, install }: { world: ManagedWorld; install: Install }) {
  const t = useText('extensions')
  if (collectionKeys(install.permissions).length === 0) return null
  const chosen = collectionsOf(install.granted)
  return (
    <section>
      <h4 className="ex-heading">{t('collections.title')}</h4>
      {chosen === null && <p className="wv-note">{t('collections.all')}</p>}
      {chosen?.length === 0 && <p className="wv-note">{t('collections.noneChosen')}</p>}
      {chosen && chosen.length > 0 && (
        <ul className="ex-collections">
          {chosen.map((id) => (
            <li key={id}>
              <CollectionName world={world} id={id} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
