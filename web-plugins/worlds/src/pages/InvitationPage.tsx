// `/invitation/{code}`: the world that an invitation link leads to, and joining it.
import {
  Button,
  ButtonLink,
  EmptyPage,
  EmptyState,
  Loaded,
  Page,
  Skeleton,
  useAction,
  useCaller,
  useLanguage,
  useModal,
  useText,
  useToast,
  WorldRefusal,
} from '@witverse/sdk'
import { useNavigate, useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import type { WorldView } from '../api/types'
import { useAcceptInvitation, useInvitation } from '../api/world'
import { WorldLogo } from '../art/WorldLogo'
import { ChangeWorld } from '../world/ChangeWorld'
import { describeWorld } from '../world/welcome'

export default function InvitationPage() {
  const t = useText('worlds')
  const { code = '' } = useParams()
  return (
    <Loaded
      query={useInvitation(code)}
      title={t('invite.pageTitle')}
      waiting={
        <Page title={t('invite.pageTitle')} className="wv-alone">
          <Skeleton style={{ height: 280 }} />
        </Page>
      }
      missing={
        <EmptyPage
          title={t('invite.goneTitle')}
          text={t('invite.goneText')}
          action={<ButtonLink to="/world">{t('world.browse')}</ButtonLink>}
        />
      }
    >
      {(world) =>
        world.blacklisted ? (
          <WorldRefusal worldName={world.worldName} world={world} />
        ) : (
          <Invited world={world} code={code} />
        )
      }
    </Loaded>
  )
}

function Invited({ world, code }: { world: WorldView; code: string }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  return (
    <Page title={t('invite.pageTitle')} className="wv-alone">
      <EmptyState
        level={1}
        art={<WorldLogo world={world} size={88} />}
        title={t('invite.invited', { world: world.worldName })}
        text={describeWorld(world, language, t)}
        action={<AcceptAction world={world} code={code} />}
      />
    </Page>
  )
}

function AcceptAction({ world, code }: { world: WorldView; code: string }) {
  const t = useText('worlds')
  const toast = useToast()
  const modal = useModal()
  const navigate = useNavigate()
  const { user } = useCaller()
  const accept = useAcceptInvitation()
  const [changing, setChanging] = useState(false)

  async function enter(change: boolean): Promise<WorldView> {
    const joined = await accept(code, change)
    void navigate(`/${joined.worldName}`)
    return joined
  }
  const join = useAction(async () => {
    const joined = await enter(false)
    toast(t('world.joined', { world: joined.worldName }), 'good')
  })
  function start() {
    if (!user) modal.open('sign-up')
    else if (!user.hasNickname) modal.open('nickname')
    else if (user.hasWorld) setChanging(true)
    else void join.run()
  }

  if (world.isMember) return <ButtonLink to={`/${world.worldName}`}>{t('manage.toWorld')}</ButtonLink>
  return (
    <>
      <Button size="large" onClick={start} pending={join.pending}>
        {t('world.join')}
      </Button>
      {changing && (
        <ChangeWorld to={world.worldName} onChange={() => enter(true)} onClose={() => setChanging(false)} />
      )}
    </>
  )
}
