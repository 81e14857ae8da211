// `/inventory`: the caller's items, filtered by type (`?type=`) and state (`?state=`).
import {
  Button,
  ButtonLink,
  EmptyInline,
  EmptyState,
  Icon,
  ListView,
  MemberGate,
  Page,
  PageHead,
  Segments,
  Select,
  Skeleton,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { type InventoryFilter, useInventory } from '../api/items'
import { TYPES } from '../api/types'
import { EmptyShelf } from '../parts/EmptyShelf'
import { ItemCard } from '../parts/ItemCard'

const STATES = ['all', 'free', 'locked'] as const
const SKELETON_COUNT = 8

export default function InventoryPage() {
  const t = useText('items')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <EmptyShelf /> }
  return (
    <MemberGate title={t('title')} visitor={visitor}>
      <Inventory />
    </MemberGate>
  )
}

function Inventory() {
  const t = useText('items')
  const [search, setSearch] = useSearchParams()
  const filter: InventoryFilter = {
    type: oneOf(TYPES, search.get('type')),
    state: oneOf(STATES, search.get('state')),
  }
  const list = useInventory(filter)
  const narrowed = filter.type !== 'all' || filter.state !== 'all'
  const set = (next: Partial<InventoryFilter>) => {
    const entries = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== 'all')
    setSearch(Object.fromEntries(entries), { replace: true, preventScrollReset: true })
  }
  return (
    <Page title={t('title')} stack>
      <PageHead title={t('title')} text={t('lead')}>
        <div className="wv-actions">
          <ButtonLink size="small" to="/crafting/item">
            <Icon name="plus" size={16} /> {t('craft.start')}
          </ButtonLink>
        </div>
      </PageHead>
      <div className="it-filters">
        <Select
          label={t('filters.type')}
          name="type"
          value={filter.type}
          onValue={(type) => set({ type })}
          options={[
            { value: 'all', text: t('filters.everyType') },
            ...TYPES.map((value) => ({ value, text: t(`types.${value}`) })),
          ]}
        />
        <Segments
          label={t('filters.state')}
          name="state"
          value={filter.state}
          onValue={(state) => set({ state })}
          options={STATES.map((value) => ({ value, text: t(`filters.${value}`) }))}
        />
      </div>
      <ListView
        list={list}
        className="wv-grid is-small"
        label={t('title')}
        waiting={<InventorySkeleton />}
        empty={narrowed ? <NoMatch onAll={() => set({ type: 'all', state: 'all' })} /> : <EmptyInventory />}
        keyOf={({ itemId }) => itemId}
      >
        {(item) => <ItemCard item={item} mine />}
      </ListView>
    </Page>
  )
}

/** The requested value if it is one of `allowed`, else `all`. */
const oneOf = (allowed: readonly string[], requested: string | null): string =>
  requested !== null && allowed.includes(requested) ? requested : 'all'

function InventorySkeleton() {
  const t = useText('kit')
  return (
    <div className="wv-grid is-small" role="status" aria-label={t('loading')}>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <Skeleton key={index} style={{ aspectRatio: '0.74', borderRadius: 'var(--radius-card)' }} />
      ))}
    </div>
  )
}

function NoMatch({ onAll }: { onAll: () => void }) {
  const t = useText('items')
  return (
    <EmptyInline text={t('noMatch')}>
      <Button variant="secondary" size="small" onClick={onAll}>
        {t('showAll')}
      </Button>
    </EmptyInline>
  )
}

function EmptyInventory() {
  const t = useText('items')
  const craft = usePagePath('craft')
  return (
    <EmptyState
      art={<EmptyShelf />}
      title={t('none.title')}
      text={t('none.text')}
      action={<ButtonLink to={craft}>{t('none.action')}</ButtonLink>}
    />
  )
}
