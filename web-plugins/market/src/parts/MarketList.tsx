// The list of a market with its filters. The filters are in the address, so that a search can be shared and goes back.
import {
  Button,
  Checkbox,
  EmptyInline,
  EmptyState,
  ErrorMessage,
  FilterInput,
  isMissing,
  ListView,
  NightLamp,
  Notice,
  Select,
  Skeleton,
  useCaller,
  useText,
  useWorld,
  wholeWit,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { type Filter, searchedOf, useListings } from '../api/market'
import { SORTS, type Sort, TYPES } from '../api/types'
import { ListingCard } from './ListingCard'
import { MoreOnSight } from './MoreOnSight'
import { CollectionFilter, WorldFilter } from './PlaceFilters'
import { SavedSearches } from './SavedSearches'

/** What the page shows anyway: it is neither chosen nor in the address. */
interface MarketListProps {
  /** An id. */
  collection?: string
  /** A name. */
  world?: string
}

const SKELETONS = 8
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export function MarketList(fixed: MarketListProps) {
  const t = useText('market')
  const { status } = useCaller()
  const [search, setSearch] = useSearchParams()
  const collection = search.get('collection') ?? ''
  const filter: Filter = {
    q: search.get('q') ?? '',
    type: TYPES.find((type) => type === search.get('type')) ?? 'all',
    minPrice: wholeWit(search.get('min') ?? ''),
    maxPrice: wholeWit(search.get('max') ?? ''),
    hasOffers: search.get('offers') === '1',
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'newest',
    collection: fixed.collection ?? (ID.test(collection) ? collection : ''),
    world: fixed.world ?? search.get('world') ?? '',
  }
  const set = (next: Partial<Filter>) => {
    const { q, type, minPrice, maxPrice, hasOffers, sort, collection, world } = { ...filter, ...next }
    const entries = {
      q,
      type,
      min: minPrice,
      max: maxPrice,
      offers: hasOffers ? '1' : '',
      collection: fixed.collection === undefined ? collection : '',
      world: fixed.world === undefined ? world : '',
      sort,
    }
    const kept = Object.entries(entries).filter(
      ([key, value]) => value !== '' && value !== 'all' && !(key === 'sort' && value === 'newest'),
    )
    setSearch(Object.fromEntries(kept), { replace: true, preventScrollReset: true })
  }
  const world = useWorld(filter.world)
  const isReady = filter.world === '' || world.data !== undefined
  const list = useListings(filter, world.data?.worldId ?? '', isReady)
  const cut = searchedOf(list.data?.pages[0])
  const isChosen = (name: 'collection' | 'world') => fixed[name] === undefined && filter[name] !== ''
  const isNarrow =
    filter.q + filter.minPrice + filter.maxPrice !== '' ||
    filter.type !== 'all' ||
    filter.hasOffers ||
    isChosen('collection') ||
    isChosen('world')
  const isFixed = fixed.collection !== undefined || fixed.world !== undefined
  const noMatch = (
    <EmptyInline text={t('noMatch')}>
      <Button
        variant="secondary"
        size="small"
        onClick={() => setSearch({}, { replace: true, preventScrollReset: true })}
      >
        {t('showAll')}
      </Button>
    </EmptyInline>
  )
  return (
    <>
      <Filters filter={filter} onFilter={set} fixed={fixed} />
      {status === 'member' && (
        <SavedSearches filter={filter} fixed={fixed} canSave={isNarrow || isFixed} onFilter={set} />
      )}
      {cut !== null && (
        <Notice icon="search">
          {t(filter.sort === 'newest' ? 'searchCut' : 'searchCutSorted', { listings: cut })}
        </Notice>
      )}
      {world.status === 'error' ? (
        isMissing(world.error) ? (
          noMatch
        ) : (
          <ErrorMessage error={world.error} onRetry={() => void world.refetch()} />
        )
      ) : (
        <ListView
          list={list}
          className="wv-grid is-small"
          label={t('title')}
          waiting={<GridSkeleton />}
          empty={
            list.hasNextPage ? (
              // The server examines a limited number of listings per page: none matched so far.
              <GridSkeleton />
            ) : isNarrow ? (
              noMatch
            ) : (
              <EmptyState art={<NightLamp />} title={t('empty.title')} text={t('empty.text')} />
            )
          }
          keyOf={({ listingId }) => listingId}
        >
          {(listing) => <ListingCard listing={listing} />}
        </ListView>
      )}
      <MoreOnSight list={list} />
    </>
  )
}

interface FiltersProps {
  filter: Filter
  onFilter: (next: Partial<Filter>) => void
  fixed: MarketListProps
}

function Filters({ filter, onFilter, fixed }: FiltersProps) {
  const t = useText('market')
  return (
    <search className="mk-filters">
      <FilterInput name="q" label={t('filters.q')} value={filter.q} onValue={(q) => onFilter({ q })} />
      <Select
        label={t('filters.type')}
        name="type"
        value={filter.type}
        onValue={(type) => onFilter({ type })}
        options={[
          { value: 'all', text: t('filters.everyType') },
          ...TYPES.map((value) => ({ value, text: t(`types.${value}`) })),
        ]}
      />
      <Select
        label={t('filters.sort')}
        name="sort"
        value={filter.sort}
        onValue={(sort) => onFilter({ sort: sort as Sort })}
        options={SORTS.map((value) => ({ value, text: t(`sort.${value}`) }))}
      />
      <div className="mk-prices">
        {(['minPrice', 'maxPrice'] as const).map((side) => (
          <FilterInput
            key={side}
            name={side}
            label={t(`filters.${side}`)}
            type="text"
            inputMode="numeric"
            shape={wholeWit}
            value={filter[side]}
            onValue={(value) => onFilter({ [side]: value })}
          />
        ))}
      </div>
      {fixed.collection === undefined && (
        <CollectionFilter value={filter.collection} onValue={(collection) => onFilter({ collection })} />
      )}
      {/* A collection belongs to one world at most. */}
      {fixed.collection === undefined && fixed.world === undefined && (
        <WorldFilter value={filter.world} onValue={(world) => onFilter({ world })} />
      )}
      <Checkbox
        name="offers"
        label={t('filters.hasOffers')}
        checked={filter.hasOffers}
        onChecked={(hasOffers) => onFilter({ hasOffers })}
      />
    </search>
  )
}

function GridSkeleton() {
  const t = useText('kit')
  return (
    <div className="wv-grid is-small" role="status" aria-label={t('loading')}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} style={{ aspectRatio: '0.72', borderRadius: 'var(--radius-card)' }} />
      ))}
    </div>
  )
}
