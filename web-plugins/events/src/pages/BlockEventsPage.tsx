// `/block/event?block=`: the events of a block, or of all blocks.
import { Page, useLanguage, useText } from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { useBlock } from '../api/choices'
import { EventList } from '../parts/EventList'
import { EventsHead } from '../parts/EventsHead'

export default function BlockEventsPage() {
  const t = useText('events')
  const { language } = useLanguage()
  const [search] = useSearchParams()
  const block = search.get('block') ?? ''
  const isId = /^[0-9a-f-]{36}$/.test(block)
  const found = useBlock(isId ? block : '')
  return (
    <Page title={t('block.title')} stack>
      <EventsHead
        title={t('block.title')}
        lead={
          found.data ? (
            <>
              {t('block.leadOne')}{' '}
              <Link to={`/block/${block}`}>
                {found.data.title[language]} · {found.data.worldName}
              </Link>
            </>
          ) : (
            t('block.lead')
          )
        }
      />
      <EventList {...(isId && { block })} />
    </Page>
  )
}
