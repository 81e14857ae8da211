// `/event?mine=`: all events that the caller has applied for or holds, with the past ones.
import {
  ButtonLink,
  EmptyInline,
  ErrorMessage,
  LoadMoreButton,
  Panel,
  RowSkeletons,
  Segments,
  useText,
} from '@witverse/sdk'
import type { ReactNode } from 'react'
import { useJoinedEvents, useMyEvents } from '../api/events'
import { type EventCardData, MINE, type Mine } from '../api/types'
import { useEventPath } from './base'
import { Phase } from './EventCard'
import { EventRow, isOver, PlaceBadge } from './EventRow'

interface MyEventsProps {
  mine: Mine
  onMine: (mine: Mine) => void
}

export function MyEvents({ mine, onMine }: MyEventsProps) {
  const t = useText('events')
  return (
    <Panel
      title={t(`mine.${mine}`)}
      action={
        <Segments
          label={t('mine.kind')}
          name="mine"
          value={mine}
          onValue={(value) => onMine(MINE.find((one) => one === value) ?? 'joined')}
          options={MINE.map((value) => ({ value, text: t(`mine.${value}`) }))}
        />
      }
    >
      {mine === 'joined' ? <Joined /> : <Organised />}
    </Panel>
  )
}

function Joined() {
  const t = useText('events')
  const list = useJoinedEvents(true)
  return (
    <Rows
      list={list}
      items={list.items.map(({ event, place }) => ({
        key: place.placeId,
        event,
        note: <PlaceBadge place={place} />,
      }))}
      empty={t('mine.noJoined')}
    />
  )
}

function Organised() {
  const t = useText('events')
  const base = useEventPath()
  const list = useMyEvents(true)
  const note = (event: EventCardData) => (
    <span className="wv-actions">
      <Phase event={event} />
      <ButtonLink size="small" variant="quiet" to={`${base}/create?copy=${event.eventId}`}>
        {t('create.copy')}
      </ButtonLink>
    </span>
  )
  return (
    <Rows
      list={list}
      items={list.items.map((event) => ({ key: event.eventId, event, note: note(event) }))}
      empty={t('mine.noOrganised')}
    />
  )
}

interface RowsProps {
  list: Parameters<typeof LoadMoreButton>[0]['list'] & {
    status: 'pending' | 'error' | 'success'
    error: unknown
    refetch: () => unknown
  }
  items: { key: string; event: EventCardData; note: ReactNode }[]
  empty: string
}

/** Events to come, then past ones, among the pages that are read. */
function Rows({ list, items, empty }: RowsProps) {
  const t = useText('events')
  if (list.status === 'pending') return <RowSkeletons />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  if (items.length === 0) return <EmptyInline text={empty} />
  const upcoming = items.filter(({ event }) => !isOver(event))
  const past = items.filter(({ event }) => isOver(event))
  return (
    <>
      <h3 className="ev-rows-title">{t('mine.upcoming')}</h3>
      {upcoming.length === 0 ? (
        <p className="wv-note">{t('mine.noneUpcoming')}</p>
      ) : (
        <ul className="wv-rows">
          {upcoming.map(({ key, event, note }) => (
            <EventRow key={key} event={event}>
              {note}
            </EventRow>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <>
          <h3 className="ev-rows-title">{t('mine.past')}</h3>
          <ul className="wv-rows">
            {past.map(({ key, event, note }) => (
              <EventRow key={key} event={event}>
                {note}
              </EventRow>
            ))}
          </ul>
        </>
      )}
      <LoadMoreButton list={list} />
    </>
  )
}
