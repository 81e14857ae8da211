// Rows of the caller's own events and of those that they take part in, and the most attended meetups.
import { Badge, ButtonLink, Panel, useCaller, useText } from '@witverse/sdk'
import { useJoinedEvents, useMostAttended, useMyEvents } from '../api/events'
import type { EventCardData, Mine } from '../api/types'
import { Phase } from './EventCard'
import { EventRow, isOver, PlaceBadge } from './EventRow'

const SHOWN = 4

const byStart = (one: EventCardData, next: EventCardData) =>
  Date.parse(one.startsAt) - Date.parse(next.startsAt)

export function OwnEvents() {
  const t = useText('events')
  const { status } = useCaller()
  const isMember = status === 'member'
  const joined = useJoinedEvents(isMember)
  const organised = useMyEvents(isMember)
  // What comes next is first; the server has the latest first.
  const coming = joined.items
    .filter(({ event, place }) => place.state !== 'freed' && (event.phase === 'pre' || event.phase === 'in'))
    .sort((one, next) => byStart(one.event, next.event))
  const own = organised.items.filter((event) => !isOver(event)).sort(byStart)
  if (joined.items.length + organised.items.length === 0) return null
  return (
    <div className="ev-mine">
      {joined.items.length > 0 && (
        <Panel title={t('mine.joined')} action={<ShowAll mine="joined" />}>
          {coming.length === 0 && <p className="wv-note">{t('mine.noneUpcoming')}</p>}
          <ul className="wv-rows">
            {coming.slice(0, SHOWN).map(({ event, place }) => (
              <EventRow key={event.eventId} event={event}>
                <PlaceBadge place={place} />
              </EventRow>
            ))}
          </ul>
        </Panel>
      )}
      {organised.items.length > 0 && (
        <Panel title={t('mine.organised')} action={<ShowAll mine="organised" />}>
          {own.length === 0 && <p className="wv-note">{t('mine.noneUpcoming')}</p>}
          <ul className="wv-rows">
            {own.slice(0, SHOWN).map((event) => (
              <EventRow key={event.eventId} event={event}>
                <Phase event={event} />
              </EventRow>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function ShowAll({ mine }: { mine: Mine }) {
  const t = useText('events')
  return (
    <ButtonLink
      size="small"
      variant="quiet"
      to={`/event?mine=${mine}`}
      aria-label={`${t(`mine.${mine}`)}: ${t('mine.showAll')}`}
    >
      {t('mine.showAll')}
    </ButtonLink>
  )
}

export function MostAttended() {
  const t = useText('events')
  const list = useMostAttended()
  if (list.items.length === 0) return null
  return (
    <Panel title={t('attended.title')} text={t('attended.text')}>
      <ul className="wv-rows">
        {list.items.map((event) => (
          <EventRow key={event.eventId} event={event}>
            <Badge>{t('attended.people', { count: event.attended })}</Badge>
          </EventRow>
        ))}
      </ul>
    </Panel>
  )
}
