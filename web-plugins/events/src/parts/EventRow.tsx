// An event as a row of a list, and the state of the caller's place as a badge.
import { Badge, hueOf, hueStyle, Row, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import type { EventCardData, Place } from '../api/types'
import { useEventPath } from './base'
import { When } from './When'

export const isOver = ({ phase }: EventCardData) =>
  phase === 'post' || phase === 'cancelled' || phase === 'rejected'

interface EventRowProps {
  event: EventCardData
  children: ReactNode
}

export const EventRow = (props: EventRowProps) => (
  <li>
    <EventRowContent {...props} />
  </li>
)

export function EventRowContent({ event, children }: EventRowProps) {
  const { language } = useLanguage()
  const base = useEventPath()
  return (
    <Row
      picture={<span className="ev-row-art" style={hueStyle(hueOf(event.eventId))} aria-hidden="true" />}
      title={<Link to={`${base}/${event.eventId}`}>{event.title[language]}</Link>}
      notes={[<When key="when" at={event.startsAt} />]}
    >
      {children}
    </Row>
  )
}

export function PlaceBadge({ place }: { place: Pick<Place, 'state'> }) {
  const t = useText('events')
  const tone = place.state === 'taken' ? 'good' : place.state === 'freed' ? 'plain' : 'accent'
  return <Badge tone={tone}>{t(`place.${place.state}`)}</Badge>
}
