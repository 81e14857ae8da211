// `/event/create`: a wizard with a preview. Drafts survive a reload: `?draft=` is one of them, and `?copy=` begins with an earlier
// event. Without both, the drafts are listed if there are any.
import { MemberGate, Page, PageHead, PageSkeleton, useCaller, useText } from '@witverse/sdk'
import { Navigate, useSearchParams } from '@witverse/sdk/router'
import { type ReactNode, useState } from 'react'
import { useEvent } from '../api/events'
import { DraftList } from '../create/DraftList'
import { copyOf, NEW_DRAFT } from '../create/draft'
import { DRAFTS_MAX, draftSlot, draftsOf, isDraftId, keptDraft, newDraftId } from '../create/drafts'
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
  const [search] = useSearchParams()
  const { user } = useCaller()
  const userId = user?.id ?? ''
  const copy = search.get('copy') ?? ''
  const asked = search.get('draft') ?? ''
  const id = copy !== '' ? copy : isDraftId(asked) ? asked : ''
  // Read again for each address, and not while a new draft is written.
  const key = `${userId} ${copy} ${id}`
  return <Chosen key={key} userId={userId} copy={copy} id={id} />
}

function Chosen({ userId, copy, id }: { userId: string; copy: string; id: string }) {
  const [drafts] = useState(() => draftsOf(userId))
  const [next] = useState(newDraftId)
  const isKnown = drafts.some((one) => one.id === id)
  // The draft has an address of its own, so that a reload finds it.
  if (id === '' && drafts.length === 0) return <Navigate replace to={{ search: `?draft=${next}` }} />
  if (id === '' || (!isKnown && drafts.length >= DRAFTS_MAX)) {
    return (
      <Frame>
        <DraftList userId={userId} copy={copy} />
      </Frame>
    )
  }
  return <Begun slot={draftSlot(userId, id)} copy={copy} />
}

function Begun({ slot, copy }: { slot: string; copy: string }) {
  const t = useText('events')
  const earlier = useEvent(copy)
  if (copy !== '' && earlier.status === 'pending') return <PageSkeleton title={t('create.title')} />
  const begin = earlier.data ? copyOf(earlier.data) : NEW_DRAFT
  return (
    <Frame>
      <Wizard slot={slot} initial={keptDraft(slot) ?? begin} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText('events')
  return (
    <Page title={t('create.title')} width="narrow" stack>
      <PageHead title={t('create.title')} text={t('create.lead')} />
      {children}
    </Page>
  )
}
