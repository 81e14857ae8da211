// `/event`: events of all worlds as a list or a month, with the caller's own events. `?mine=` shows all of those.
import { BackLink, Page, useCaller, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { MINE } from '../api/types'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'
import { MyEvents } from '../parts/MyEvents'
import { MostAttended, OwnEvents } from '../parts/OwnEvents'

export default function EventsPage() {
  const t = useText('events')
  const { status } = useCaller()
  const [search, setSearch] = useSearchParams()
  const mine = MINE.find((one) => one === search.get('mine'))
  if (mine && status === 'member') {
    return (
      <Page title={t('mine.title')} stack>
        <BackLink to="/event">{t('mine.back')}</BackLink>
        <EventsHead title={t('mine.title')} lead="" />
        <MyEvents
          key={mine}
          mine={mine}
          onMine={(next) => setSearch({ mine: next }, { replace: true, preventScrollReset: true })}
        />
      </Page>
    )
  }
  return (
    <Page title={t('title')} stack>
      <EventsHead title={t('title')} lead={t('lead')} />
      <OwnEvents />
      <EventList />
      <MostAttended />
    </Page>
  )
}
