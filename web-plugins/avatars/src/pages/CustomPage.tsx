// `/custom`: the choice of the avatar, once, and the gear, at any time.
import { Loaded, MemberGate, Page, useCaller, useText } from '@witverse/sdk'
import { useAvatar } from '../api/avatars'
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
  const t = useText('avatars')
  return (
    <Loaded query={useAvatar(userId)} title={t('title')}>
      {(avatar) => (
        <Page title={t('title')} className="av-page">
          {avatar.chosen ? <ChosenAvatar avatar={avatar} /> : <Studio avatar={avatar} />}
        </Page>
      )}
    </Loaded>
  )
}
