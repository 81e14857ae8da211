// Rows of the caller's own events and of those that they take part in, and the most attended meetups.
import { Badge, hueOf, hueStyle, Panel, useCaller, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import { useJoinedEvents, useMostAttended, useMyEvents } from '../api/events'
import type { EventCardData } from '../api/types'
import { useEventPath } from './base'
import { Phase } from './EventCard'
import { When } from './When'

const SHOWN = 4

export function OwnEvents() {
  const t = useText('events')
  const { status } = useCaller()
  const isMember = status === 'member'
  const joined = useJoinedEvents(isMember)
  const organised = useMyEvents(isMember)
  const coming = joined.items.filter(
    ({ event, place }) => place.state !== 'freed' && (event.phase === 'pre' || event.phase === 'in'),
  )
  const own = organised.items.filter(({ phase }) => phase !== 'post' && phase !== 'cancelled')
  if (coming.length + own.length === 0) return null
  return (
    <div className="ev-mine">
      {coming.length > 0 && (
        <Panel title={t('mine.joined')}>
          <ul className="ev-rows">
            {coming.slice(0, SHOWN).map(({ event, place }) => (
              <EventRow key={event.eventId} event={event}>
                <Badge tone={place.state === 'taken' ? 'good' : 'accent'}>{t(`place.${place.state}`)}</Badge>
              </EventRow>
            ))}
          </ul>
        </Panel>
      )}
      {own.length > 0 && (
        <Panel title={t('mine.organised')}>
          <ul className="ev-rows">
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

export function MostAttended() {
  const t = useText('events')
  const list = useMostAttended()
  if (list.items.length === 0) return null
  return (
    <Panel title={t('attended.title')} text={t('attended.text')}>
      <ul className="ev-rows">
        {list.items.map((event) => (
          <EventRow key={event.eventId} event={event}>
            <Badge>{t('attended.people', { count: event.attended })}</Badge>
          </EventRow>
        ))}
      </ul>
    </Panel>
  )
}

export function EventRow({ event, children }: { event: EventCardData; children: ReactNode }) {
  const { language } = useLanguage()
  const base = useEventPath()
  return (
    <li>
      <Link to={`${base}/${event.eventId}`}>
        <span className="ev-row-art" style={hueStyle(hueOf(event.eventId))} aria-hidden="true" />
        <span>
          <strong>{event.title[language]}</strong>
          <When at={event.startsAt} />
        </span>
      </Link>
      {children}
    </li>
  )
}
