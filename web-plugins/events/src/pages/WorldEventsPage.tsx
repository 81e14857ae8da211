// `/{worldName}/event`: the events of a world.
import { Page, useText } from '@witverse/sdk'
import { Link, useParams } from '@witverse/sdk/router'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'

export default function WorldEventsPage() {
  const t = useText('events')
  const { worldName = '' } = useParams()
  const title = t('world.title', { world: worldName })
  return (
    <Page title={title} className="ev-page">
      <EventsHead
        title={title}
        lead={<Link to={`/${worldName}`}>{t('world.back', { world: worldName })}</Link>}
      />
      <EventList world={worldName} />
    </Page>
  )
}
