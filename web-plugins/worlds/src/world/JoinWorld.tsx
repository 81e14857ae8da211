// The action of the caller in a world: join it, change to it, or manage it.
import {
  Button,
  ButtonLink,
  canManage,
  Icon,
  Skeleton,
  useCaller,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import type { WorldView } from '../api/types'
import { useEnterWorld, useJoinWorld } from '../api/world'
import { ChangeWorld } from './ChangeWorld'

export function JoinWorld({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const modal = useModal()
  const { status, user } = useCaller()
  const join = useJoinWorld((joined) => toast(t('world.joined', { world: joined.worldName }), 'good'))

  if (status === 'loading') return <Skeleton style={{ width: 160, height: 52 }} />
  if (world.isMember || world.isOwner) return <MemberBadge world={world} />
  if (user?.worldName) return <Elsewhere world={world} current={user.worldName} />
  function start() {
    if (!user) modal.open('sign-up')
    else if (!user.hasNickname) modal.open('nickname')
    else join.join(world.worldId)
  }
  return (
    <Button size="large" className="w-join" onClick={start} pending={join.pending}>
      {t('world.join')}
    </Button>
  )
}

function MemberBadge({ world }: { world: WorldView }) {
  const t = useText('worlds')
  return (
    <>
      <p className="w-badge">
        <Icon name={world.isOwner ? 'star' : 'home'} size={18} />
        {t(world.isOwner ? 'world.owner' : world.isAdmin ? 'world.admin' : 'world.livesHere')}
      </p>
      {canManage(world) && (
        <ButtonLink size="large" variant="secondary" to={`/${world.worldName}/management`}>
          <Icon name="edit" size={18} /> {t('manage.title')}
        </ButtonLink>
      )}
    </>
  )
}

/** A member of another world: the way home, and the change that they have once. */
function Elsewhere({ world, current }: { world: WorldView; current: string }) {
  const t = useText('worlds')
  const enter = useEnterWorld()
  const [asking, setAsking] = useState(false)
  return (
    <div className="w-elsewhere">
      <p>{t('world.livesElsewhere', { world: current })}</p>
      <ButtonLink variant="secondary" to={`/${current}`}>
        {t('world.goHome')}
      </ButtonLink>
      {world.isPublic && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('change.start')}
        </Button>
      )}
      {asking && (
        <ChangeWorld
          to={world.worldName}
          onChange={() => enter(world.worldId, true)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
