// The panel of the game that is played in the block. Its plugin fills the slot.
import { type GameSlotData, PluginSlot } from '@witverse/sdk'
import { useMemo } from 'react'
import type { Session } from '../room/session'

interface GameProps {
  session: Session
  blockId: string
  worldName: string
  game: string
}

export function Game({ session, blockId, worldName, game }: GameProps) {
  const data = useMemo<GameSlotData>(
    () => ({
      ...{ game, blockId, worldName, roomId: `blocks:${blockId}` },
      subscribe: session.game.subscribe,
      serverNow: session.serverNow,
      highlight: session.game.mark,
      walkTo: (id) => {
        const object = session.scene.objects.find((one) => one.id === id)
        return object !== undefined && session.walkTo(object)
      },
    }),
    [session, blockId, worldName, game],
  )
  return (
    <div className="bl-game">
      <PluginSlot at="block.game" data={data} />
    </div>
  )
}
