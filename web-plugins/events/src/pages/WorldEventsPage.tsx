// `/{worldName}/event`: the events of a world.
import { Page, useText, WorldGate } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'

export default function WorldEventsPage() {
  const t = useText('events')
  return (
    <WorldGate>
      {({ worldName }) => (
        <Page title={t('world.title', { world: worldName })} stack>
          <EventsHead
            title={t('world.title', { world: worldName })}
            lead={<Link to={`/${worldName}`}>{t('world.back', { world: worldName })}</Link>}
          />
          <EventList world={worldName} />
        </Page>
      )}
    </WorldGate>
  )
}
