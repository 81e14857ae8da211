// On the page of a block: the next events that take place in it, and the way to all of them.
import { ButtonLink, EmptyInline, ListView, Panel, type SlotProps, useText } from '@witverse/sdk'
import { useEvents } from '../api/events'
import { Phase } from '../parts/EventCard'
import { EventRowContent } from '../parts/EventRow'

const SHOWN = 3

export default function BlockEvents({ data }: SlotProps) {
  const t = useText('events')
  const { blockId } = data as { blockId: string }
  const list = useEvents({ q: '', type: 'all', when: 'upcoming', block: blockId })
  return (
    <Panel
      title={t('block.here')}
      action={
        <ButtonLink size="small" variant="quiet" to={`/block/event?block=${blockId}`}>
          {t('block.all')}
        </ButtonLink>
      }
    >
      <ListView
        list={{ ...list, items: list.items.slice(0, SHOWN), hasNextPage: false }}
        className="wv-rows"
        label={t('block.here')}
        empty={<EmptyInline text={t('mine.noneUpcoming')} />}
        keyOf={({ eventId }) => eventId}
      >
        {(event) => (
          <EventRowContent event={event}>
            <Phase event={event} />
          </EventRowContent>
        )}
      </ListView>
    </Panel>
  )
}
