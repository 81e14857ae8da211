// `/block/event?block=`: the events of a block, or of all blocks.
import { Page, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'

export default function BlockEventsPage() {
  const t = useText('events')
  const [search] = useSearchParams()
  const block = search.get('block') ?? ''
  const isId = /^[0-9a-f-]{36}$/.test(block)
  return (
    <Page title={t('block.title')} className="ev-page">
      <EventsHead title={t('block.title')} lead={t('block.lead')} />
      <EventList {...(isId && { block })} />
    </Page>
  )
}
