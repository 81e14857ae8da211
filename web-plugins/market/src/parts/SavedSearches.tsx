// Saved searches: a new listing that matches raises an alarm.
import { Button, Icon, IconButton, lazyDialog, useAction, useText } from '@witverse/sdk'
import { useState } from 'react'
import { type Filter, useSearches, useTrade } from '../api/market'

const SaveSearchDialog = lazyDialog(() => import('./SaveSearchDialog'))

interface SavedSearchesProps {
  filter: Filter
  /** The collection and the world of the page: it shows the searches that it can run. */
  fixed: { collection?: string; world?: string }
  canSave: boolean
  onFilter: (next: Partial<Filter>) => void
}

export function SavedSearches({ filter, fixed, canSave, onFilter }: SavedSearchesProps) {
  const t = useText('market')
  const searches = useSearches(true)
  const trade = useTrade()
  const [saving, setSaving] = useState(false)
  const { run: remove } = useAction((id: string) => trade.removeSearch(id))
  const items = (searches.data?.items ?? []).filter(
    ({ collection, worldName }) =>
      (fixed.collection === undefined || fixed.collection === collection) &&
      (fixed.world === undefined || fixed.world === worldName),
  )
  if (items.length === 0 && !canSave) return null
  return (
    <div className="mk-searches">
      {items.map((search) => (
        <span key={search.searchId} className="mk-search">
          <button
            type="button"
            onClick={() =>
              onFilter({
                q: search.q,
                type: search.type ?? 'all',
                minPrice: search.minPrice === null ? '' : String(search.minPrice),
                maxPrice: search.maxPrice === null ? '' : String(search.maxPrice),
                hasOffers: search.hasOffers,
                sort: search.sort,
                collection: search.collection ?? '',
                world: search.worldName ?? '',
              })
            }
          >
            <Icon name="bell" size={16} /> {search.name}
          </button>
          <IconButton
            label={t('searches.remove', { name: search.name })}
            onClick={() => void remove(search.searchId)}
          >
            <Icon name="close" size={16} />
          </IconButton>
        </span>
      ))}
      {canSave && (
        <Button variant="secondary" size="small" onClick={() => setSaving(true)}>
          <Icon name="bell" size={16} /> {t('searches.save')}
        </Button>
      )}
      {saving && <SaveSearchDialog filter={filter} onClose={() => setSaving(false)} />}
    </div>
  )
}
