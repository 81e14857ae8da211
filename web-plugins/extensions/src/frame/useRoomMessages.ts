// Sends what happens in the room of a block to the frame of its game.
import type { GameSlotData } from '@witverse/sdk'
import { useEffect, useEffectEvent } from 'react'
import type { RoomMessage } from './bridge'
import { newsOf, nothingSent } from './room'

export interface FrameGame {
  room: GameSlotData
  /** The plugin may read the chat. */
  hasChat: boolean
}

export function useRoomMessages(
  game: FrameGame | undefined,
  ready: boolean,
  send: (message: RoomMessage) => void,
) {
  const sendNow = useEffectEvent(send)
  const connected = useEffectEvent(() => {
    if (game) send({ type: 'connected', serverMs: game.room.serverNow() })
  })
  const hasChat = game?.hasChat ?? false
  const { subscribe, people } = game?.room ?? {}
  useEffect(() => {
    if (!ready || !subscribe || !people) return
    let sent = nothingSent(people.get())
    const report = () => {
      const next = newsOf(people.get(), sent, hasChat)
      sent = next.sent
      for (const message of next.news) sendNow(message)
    }
    const endPeople = people.subscribe(report)
    const endRoom = subscribe({
      onConnected: () => connected(),
      onEvent: (topic, payload) => sendNow({ type: 'event', topic, payload }),
      onState: (state) => sendNow({ type: 'state', state }),
    })
    report()
    return () => {
      endPeople()
      endRoom()
    }
  }, [ready, subscribe, people, hasChat])

  // A page that is gone marks nothing.
  const clear = useEffectEvent(() => game?.room.highlight([]))
  useEffect(() => () => clear(), [])
}
