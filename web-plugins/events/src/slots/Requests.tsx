// On the management page of a world: events that wait for its administrators.
import { EmptyInline, ListView, Panel, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { useRequests } from '../api/events'
import { EventRowContent } from '../parts/EventRow'
import { ReviewBar } from '../parts/ReviewBar'

export default function Requests({ data }: SlotProps) {
  const world = data as WorldSlotData
  return world.isOwner || world.isAdmin ? <RequestList worldName={world.worldName} /> : null
}

function RequestList({ worldName }: { worldName: string }) {
  const t = useText('events')
  const list = useRequests(worldName)
  return (
    <Panel title={t('request.title')} text={t('request.text')}>
      <ListView
        list={list}
        className="wv-rows"
        label={t('request.title')}
        empty={<EmptyInline text={t('request.none')} />}
        keyOf={({ eventId }) => eventId}
      >
        {(event) => (
          <EventRowContent event={event}>
            <ReviewBar eventId={event.eventId} />
          </EventRowContent>
        )}
      </ListView>
    </Panel>
  )
}
