// A month of events, in Korean days.
import {
  EmptyInline,
  ErrorMessage,
  Icon,
  IconButton,
  LoadMoreButton,
  Skeleton,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { fromKst, toKst } from '@witverse/sdk/pickers'
import { Link } from '@witverse/sdk/router'
import { type Filter, useEvents } from '../api/events'
import type { EventCardData } from '../api/types'
import { useEventPath } from './base'
import { daysBetween, daysOf, monthAfter } from './month'
import { useFurtherPages } from './useFurtherPages'

/** Pages that are read at once, of 100 events each. Of a busier month the rest follows when it is asked for. */
const PAGES = 10

/** Events of a day that are open at first. */
const SHOWN = 4

interface MonthViewProps {
  /** `YYYY-MM`. */
  month: string
  onMonth: (month: string) => void
  filter: Omit<Filter, 'when'>
}

export function MonthView({ month, onMonth, filter }: MonthViewProps) {
  const t = useText('events')
  const kit = useText('kit')
  const { language } = useLanguage()
  const days = daysOf(month)
  const from = fromKst(days[0] ?? `${month}-01`, '00:00')
  const to = fromKst(`${monthAfter(month, 1)}-01`, '00:00')
  const list = useEvents({ ...filter, when: 'between', from, to })
  const isReading = useFurtherPages(list, (list.data?.pages.length ?? 0) % PAGES !== 0)
  const byDay = new Map<string, EventCardData[]>()
  for (const event of list.items) {
    for (const day of daysBetween(event.startsAt, event.endsAt, days)) {
      byDay.set(day, [...(byDay.get(day) ?? []), event])
    }
  }
  const title = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <section className="ev-month" aria-label={title}>
      <header>
        <IconButton label={t('month.before')} onClick={() => onMonth(monthAfter(month, -1))}>
          <Icon name="left" size={20} />
        </IconButton>
        <h2>{title}</h2>
        <IconButton label={t('month.after')} onClick={() => onMonth(monthAfter(month, 1))}>
          <Icon name="right" size={20} />
        </IconButton>
      </header>
      {list.status === 'pending' && (
        <div role="status" aria-label={kit('loading')}>
          <Skeleton style={{ height: 320, borderRadius: 'var(--radius-card)' }} />
        </div>
      )}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && (
        <>
          <ol className="ev-days" style={{ '--first': firstColumn(month) } as React.CSSProperties}>
            {days.map((day) => (
              <Day key={day} day={day} events={byDay.get(day) ?? []} name={weekday.format(Date.parse(day))} />
            ))}
          </ol>
          {isReading && (
            <p className="wv-note" role="status">
              {t('month.reading', { count: list.items.length })}
            </p>
          )}
          {!isReading && list.hasNextPage && (
            <>
              <p className="wv-note">{t('month.partly', { count: list.items.length })}</p>
              <LoadMoreButton list={list} />
            </>
          )}
          {list.items.length === 0 && !list.hasNextPage && <EmptyInline text={t('month.none')} />}
        </>
      )}
    </section>
  )
}

/** The column of the first day: 1 is Sunday. */
const firstColumn = (month: string) => new Date(`${month}-01T00:00:00Z`).getUTCDay() + 1

/** The time of the start in Korea; null on the later days of an event. */
function startOn(day: string, { startsAt }: EventCardData): string | null {
  const start = toKst(startsAt)
  return start?.date === day ? start.time : null
}

function Day({ day, events, name }: { day: string; events: EventCardData[]; name: string }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  const link = (event: EventCardData) => (
    <Link key={event.eventId} to={`${base}/${event.eventId}`}>
      <small>{startOn(day, event) ?? t('month.goesOn')}</small> {event.title[language]}
    </Link>
  )
  return (
    <li className={events.length === 0 ? 'is-empty' : ''}>
      <time dateTime={day}>
        {Number(day.slice(8))} <small>{name}</small>
      </time>
      {events.slice(0, SHOWN).map(link)}
      {events.length > SHOWN && (
        <details>
          <summary>{t('month.more', { count: events.length - SHOWN })}</summary>
          {events.slice(SHOWN).map(link)}
        </details>
      )}
    </li>
  )
}
