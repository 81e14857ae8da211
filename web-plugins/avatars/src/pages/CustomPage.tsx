// `/custom`: the choice of the avatar, once, and the gear, at any time. People who chose before there were clothes choose once more.
import { Loaded, MemberGate, Page, useCaller, useText } from '@witverse/sdk'
import { useState } from 'react'
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
  const t = useText('avatars')
  return (
    <Loaded query={useAvatar(userId)} title={t('title')}>
      {(avatar) => (
        <Page title={t('title')} className="av-page">
          <Choice avatar={avatar} />
        </Page>
      )}
    </Loaded>
  )
}

function Choice({ avatar }: { avatar: Avatar }) {
  const [isAgain, setIsAgain] = useState(false)
  if (!avatar.chosen) return <Studio avatar={avatar} />
  if (avatar.canChoose && isAgain) return <Studio avatar={avatar} onBack={() => setIsAgain(false)} />
  return <ChosenAvatar avatar={avatar} onAgain={() => setIsAgain(true)} />
}
