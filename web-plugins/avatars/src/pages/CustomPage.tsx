// `/custom`: the choice of the avatar, once, and the gear, at any time.
import { MemberGate, Page, PageError, PageSkeleton, useCaller, useText } from '@witverse/sdk'
import { type Avatar, useAvatar } from '../api/avatars'
import { Studio } from '../studio/Studio'
import { ChosenAvatar } from '../wardrobe/ChosenAvatar'

export default function CustomPage() {
  const t = useText('avatars')
  const { user } = useCaller()
  return (
    <MemberGate title={t('title')} visitor={{ title: t('visitor.title'), text: t('visitor.text') }} named>
      {user && <OwnAvatar userId={user.id} />}
    </MemberGate>
  )
}

function OwnAvatar({ userId }: { userId: string }) {
  const kit = useText('kit')
  const avatar = useAvatar(userId)
  if (avatar.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (avatar.status === 'error') return <PageError error={avatar.error} onRetry={() => avatar.refetch()} />
  return <Loaded avatar={avatar.data} />
}

function Loaded({ avatar }: { avatar: Avatar }) {
  const t = useText('avatars')
  return (
    <Page title={t('title')} className="av-page">
      {avatar.chosen ? <ChosenAvatar avatar={avatar} /> : <Studio avatar={avatar} />}
    </Page>
  )
}
