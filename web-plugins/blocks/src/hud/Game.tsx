// The panel of the game that is played in the block. Its plugin fills the slot.
import { type GameSlotData, PluginSlot, type TrialCopy } from '@witverse/sdk'
import { useMemo } from 'react'
import { roomOf } from '../api/rooms'
import type { Session } from '../room/session'
import { usePresence } from './useRoom'

interface GameProps {
  session: Session
  blockId: string
  worldName: string
  /** Empty in a copy for a plugin on trial. */
  game: string
  trial: TrialCopy | null
}

export function Game({ session, blockId, worldName, game, trial }: GameProps) {
  const { members, self } = usePresence(session)
  const isModerator = self !== null && members.get(self)?.moderator === true
  const data = useMemo<GameSlotData>(
    () => ({
      ...{ game, blockId, worldName, roomId: roomOf(blockId, trial), isModerator, trial },
      subscribe: session.game.subscribe,
      people: session.presence,
      serverNow: session.serverNow,
      highlight: session.game.mark,
      walkTo: (id) => {
        const object = session.scene.objects.find((one) => one.id === id)
        return object !== undefined && session.walkTo(object)
      },
    }),
    [session, blockId, worldName, game, isModerator, trial],
  )
  // The ids of plugins that operators install have two parts.
  const isInstalled = trial !== null || game.includes('.')
  return (
    <div className="bl-game">
      <PluginSlot at={isInstalled ? 'block.installed-game' : 'block.game'} data={data} />
    </div>
  )
}
