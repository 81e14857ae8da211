// `/{worldName}`: the page of a world.
import { ApiError, hueStyle, Page, PageError, useLive, useText, useToast } from '@witverse/sdk'
import { useParams } from '@witverse/sdk/router'
import type { WorldView } from '../api/types'
import { useWorld } from '../api/world'
import { WorldAbout } from '../world/WorldAbout'
import { WorldHeader } from '../world/WorldHeader'
import { PrivateWorld, ScreenNotFound, WorldNotFound } from '../world/WorldMissing'
import { WorldPlaces } from '../world/WorldPlaces'
import { WorldSkeleton } from '../world/WorldSkeleton'

export default function WorldPage() {
  const { worldName = '' } = useParams()
  const world = useWorld(worldName)
  useMemberJoinedToast(worldName, world.refetch)

  if (world.status === 'pending') return <WorldSkeleton />
  if (world.status === 'error') {
    if (isRefusal(world.error, 404))
      return world.error.code === 'not_found' ? <ScreenNotFound /> : <WorldNotFound worldName={worldName} />
    if (isRefusal(world.error, 403)) return <PrivateWorld worldName={worldName} />
    return <PageError error={world.error} onRetry={world.refetch} />
  }
  if (!world.data.isPublic && !world.data.isMember && !world.data.isOwner) {
    return <PrivateWorld worldName={worldName} />
  }
  return <World world={world.data} />
}

function World({ world }: { world: WorldView }) {
  return (
    <Page title={world.worldName} width="bleed" className="w-world">
      <div className="wv-hue" style={hueStyle(world.hue)}>
        <WorldHeader world={world} />
        <div className="w-world-columns">
          <WorldPlaces world={world} />
          <WorldAbout world={world} />
        </div>
      </div>
    </Page>
  )
}

/** Announces a new member while the owner looks at the world. */
function useMemberJoinedToast(worldName: string, refetch: () => unknown) {
  const t = useText('worlds')
  const toast = useToast()
  useLive('worlds.member-joined', (data) => {
    const joined = data as { worldName?: string; nickname?: string }
    if (joined.worldName !== worldName) return
    toast(
      t('world.memberJoined', { nickname: joined.nickname ?? t('world.nobody'), world: worldName }),
      'good',
    )
    void refetch()
  })
}

const isRefusal = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status
