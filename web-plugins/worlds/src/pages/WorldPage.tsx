// `/{worldName}`: the page of a world.
import { hueStyle, Page, PluginSlot, useLive, useText, useToast, useWorld } from '@witverse/sdk'
import type { WorldView } from '../api/types'
import { MembershipPanel } from '../membership/MembershipPanel'
import { InviteWhenAlone } from '../world/InviteWhenAlone'
import { slotData } from '../world/slot-data'
import { WorldAbout } from '../world/WorldAbout'
import { WorldGate } from '../world/WorldGate'
import { WorldHeader } from '../world/WorldHeader'
import { WorldNav } from '../world/WorldNav'

export default function WorldPage() {
  return <WorldGate>{(world) => <World world={world} />}</WorldGate>
}

function World({ world }: { world: WorldView }) {
  useMemberJoinedToast(world.worldName)
  return (
    <Page title={world.worldName} width="bleed" className="w-world">
      <div className="wv-hue" style={hueStyle(world.hue)}>
        <WorldHeader world={world} />
        <div className="w-world-columns">
          <div className="w-places">
            <WorldNav world={world} />
            <PluginSlot at="world.section" data={slotData(world)} />
            <InviteWhenAlone world={world} />
          </div>
          <div className="w-side">
            <MembershipPanel world={world} />
            <WorldAbout world={world} />
          </div>
        </div>
      </div>
    </Page>
  )
}

/** Announces a new member while the owner looks at the world. */
function useMemberJoinedToast(worldName: string) {
  const t = useText('worlds')
  const toast = useToast()
  const { refetch } = useWorld(worldName)
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
