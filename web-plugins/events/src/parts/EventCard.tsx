// An event as a card of a list.
import { Badge, hueOf, hueStyle, Icon, Picture, useLanguage, useText, WitAmount } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { EventCardData } from '../api/types'
import { useEventPath } from './base'
import { When } from './When'

export function Phase({ event }: { event: Pick<EventCardData, 'phase' | 'postponedFrom'> }) {
  const t = useText('events')
  const { phase, postponedFrom } = event
  const tone = phase === 'in' ? 'good' : phase === 'pre' ? 'accent' : 'plain'
  return (
    <>
      <Badge tone={tone}>{t(`phase.${phase}`)}</Badge>
      {postponedFrom !== null && phase === 'pre' && <Badge tone="bad">{t('postponed')}</Badge>}
    </>
  )
}

/** The picture of an event; one without has the colours of its id. */
export function EventPicture({ event, size }: { event: EventCardData; size: number }) {
  return event.imageUrl === null ? (
    <span className="ev-art" style={hueStyle(hueOf(event.eventId))} aria-hidden="true">
      <Icon name={event.type === 'challenge' ? 'flag' : 'people'} size={40} />
    </span>
  ) : (
    <Picture src={event.imageUrl} width={size} height={size * 0.5625} />
  )
}

export function EventCard({ event }: { event: EventCardData }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  return (
    <article className="wv-picture-card">
      <Link to={`${base}/${event.eventId}`}>
        <span className="wv-card-picture is-wide">
          <EventPicture event={event} size={384} />
        </span>
        <span className="ev-badges">
          <Phase event={event} />
          {event.isOfficial && <Badge tone="accent">{t('official')}</Badge>}
          {event.eligibility === 'tickets' && <Badge>{t('ticketed')}</Badge>}
        </span>
        <strong>{event.title[language]}</strong>
        <When at={event.startsAt} />
        <small>
          {t(`types.${event.type}`)} · {event.worldName} · {event.blockTitle[language]}
        </small>
        {event.prizeHundredths > 0 && (
          <small className="ev-prize">
            {t('prizes')} <WitAmount hundredths={event.prizeHundredths} />
          </small>
        )}
      </Link>
    </article>
  )
}
