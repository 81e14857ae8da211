// The action of the caller in a world: join, or a link to their own world.
import { Button, ButtonLink, Icon, Skeleton, useCaller, useModal, useText, useToast } from '@witverse/sdk'
import type { WorldView } from '../api/types'
import { useJoinWorld } from '../api/world'

export function JoinWorld({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const modal = useModal()
  const { status, user } = useCaller()
  const join = useJoinWorld((joined) => toast(t('world.joined', { world: joined.worldName }), 'good'))

  if (status === 'loading') return <Skeleton style={{ width: 160, height: 52 }} />
  if (world.isMember || world.isOwner) {
    return (
      <p className="w-badge">
        <Icon name={world.isOwner ? 'star' : 'home'} size={18} />
        {t(world.isOwner ? 'world.owner' : 'world.livesHere')}
      </p>
    )
  }
  if (user?.worldName) {
    return (
      <div className="w-elsewhere">
        <p>{t('world.livesElsewhere', { world: user.worldName })}</p>
        <ButtonLink variant="secondary" to={`/${user.worldName}`}>
          {t('world.goHome')}
        </ButtonLink>
      </div>
    )
  }
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
