// The list of events with its filters, and the month. The filters are in the address, so that a list can be shared.
import {
  Button,
  EmptyInline,
  EmptyState,
  FilterInput,
  ListView,
  NightLamp,
  Segments,
  Select,
  Skeleton,
  useText,
} from '@witverse/sdk'
import { todayInKorea } from '@witverse/sdk/pickers'
import { useSearchParams } from '@witverse/sdk/router'
import { useEvents } from '../api/events'
import { KINDS, type Kind, WHENS, type When } from '../api/types'
import { EventCard } from './EventCard'
import { MonthView } from './MonthView'

const SKELETONS = 6

export function EventList({ world, block }: { world?: string; block?: string }) {
  const t = useText('events')
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  // `multi` is the name of meetups in links of the specification.
  const named = search.get('type') === 'multi' ? 'meetup' : search.get('type')
  const type: Kind | 'all' = KINDS.find((kind) => kind === named) ?? 'all'
  const when: When = WHENS.find((one) => one === search.get('when')) ?? 'upcoming'
  const asked = search.get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : todayInKorea().slice(0, 7)
  const set = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '' || value === 'all' || value === 'upcoming') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const filter = { q, type, ...(world && { world }), ...(block && { block }) }
  return (
    <>
      <search className="ev-filters">
        <FilterInput name="q" label={t('filters.q')} value={q} onValue={(typed) => set({ q: typed })} />
        <Select
          label={t('filters.type')}
          name="type"
          value={type}
          onValue={(value) => set({ type: value })}
          options={['all' as const, ...KINDS].map((value) => ({ value, text: t(`types.${value}`) }))}
        />
        <Segments
          label={t('filters.when')}
          name="when"
          value={when}
          onValue={(value) => set({ when: value })}
          options={WHENS.map((value) => ({ value, text: t(`filters.${value}`) }))}
        />
      </search>
      {when === 'month' ? (
        <MonthView month={month} onMonth={(next) => set({ month: next })} filter={filter} />
      ) : (
        <Cards
          filter={{ ...filter, when }}
          isNarrow={q !== '' || type !== 'all'}
          onAll={() => setSearch({})}
        />
      )}
    </>
  )
}

interface CardsProps {
  filter: Parameters<typeof useEvents>[0]
  isNarrow: boolean
  onAll: () => void
}

function Cards({ filter, isNarrow, onAll }: CardsProps) {
  const t = useText('events')
  const kit = useText('kit')
  const list = useEvents(filter)
  return (
    <ListView
      list={list}
      className="wv-grid"
      label={t('title')}
      waiting={
        <div className="wv-grid" role="status" aria-label={kit('loading')}>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <Skeleton key={index} style={{ aspectRatio: '0.92', borderRadius: 'var(--radius-card)' }} />
          ))}
        </div>
      }
      empty={
        isNarrow ? (
          <EmptyInline text={t('noMatch')}>
            <Button variant="secondary" size="small" onClick={onAll}>
              {t('showAll')}
            </Button>
          </EmptyInline>
        ) : (
          <EmptyState
            art={<NightLamp />}
            title={t(filter.when === 'past' ? 'empty.past' : 'empty.title')}
            text={t('empty.text')}
          />
        )
      }
      keyOf={({ eventId }) => eventId}
    >
      {(event) => <EventCard event={event} />}
    </ListView>
  )
}
