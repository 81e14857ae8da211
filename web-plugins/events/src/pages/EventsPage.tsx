// `/event`: events of all worlds as a list or a month, with the caller's own events.
import { Page, useText } from '@witverse/sdk'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'
import { MostAttended, OwnEvents } from '../parts/OwnEvents'

export default function EventsPage() {
  const t = useText('events')
  return (
    <Page title={t('title')} className="ev-page">
      <EventsHead title={t('title')} lead={t('lead')} />
      <OwnEvents />
      <EventList />
      <MostAttended />
    </Page>
  )
}
