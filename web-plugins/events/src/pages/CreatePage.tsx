// `/event/create`: a wizard with a preview. The draft survives a reload; `?copy=` begins with an earlier event.
import { MemberGate, Page, PageSkeleton, useCaller, useText } from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { useEvent } from '../api/events'
import { copyOf, draftSlot, keptDraft, NEW_DRAFT } from '../create/draft'
import { Wizard } from '../create/Wizard'

export default function CreatePage() {
  const t = useText('events')
  return (
    <MemberGate
      title={t('create.title')}
      visitor={{ title: t('visitor.title'), text: t('visitor.text') }}
      named
    >
      <Start />
    </MemberGate>
  )
}

function Start() {
  const t = useText('events')
  const kit = useText('kit')
  const [search] = useSearchParams()
  const copy = search.get('copy') ?? ''
  const earlier = useEvent(copy)
  const { user } = useCaller()
  const slot = draftSlot(user?.id ?? '', copy)
  if (copy !== '' && earlier.status === 'pending') return <PageSkeleton label={kit('loading')} />
  const begin = earlier.data ? copyOf(earlier.data) : NEW_DRAFT
  return (
    <Page title={t('create.title')} width="narrow" className="ev-page">
      <header className="wv-head">
        <h1>{t('create.title')}</h1>
        <p>{t('create.lead')}</p>
      </header>
      <Wizard key={slot} slot={slot} initial={keptDraft(slot) ?? begin} />
    </Page>
  )
}
