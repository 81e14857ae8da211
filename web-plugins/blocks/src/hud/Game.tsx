// The panel of the game that is played in the block. Its plugin fills the slot.
import { type GameSlotData, PluginSlot } from '@witverse/sdk'
import { useMemo } from 'react'
import type { Session } from '../room/session'
import { usePresence } from './useRoom'

interface GameProps {
  session: Session
  blockId: string
  worldName: string
  game: string
}

export function Game({ session, blockId, worldName, game }: GameProps) {
  const { members, self } = usePresence(session)
  const isModerator = self !== null && members.get(self)?.moderator === true
  const data = useMemo<GameSlotData>(
    () => ({
      ...{ game, blockId, worldName, roomId: `blocks:${blockId}`, isModerator },
      subscribe: session.game.subscribe,
      people: session.presence,
      serverNow: session.serverNow,
      highlight: session.game.mark,
      walkTo: (id) => {
        const object = session.scene.objects.find((one) => one.id === id)
        return object !== undefined && session.walkTo(object)
      },
    }),
    [session, blockId, worldName, game, isModerator],
  )
  return (
    <div className="bl-game">
      {/* The ids of plugins that operators install have two parts. */}
      <PluginSlot at={game.includes('.') ? 'block.installed-game' : 'block.game'} data={data} />
    </div>
  )
}
