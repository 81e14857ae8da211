// What the frame of a block's game learns of the room: the differences between two views of it, as messages.
import type { RoomSnapshot } from '@witverse/sdk'
import type { RoomMessage, RoomPerson } from './bridge'

/** What was sent already. */
export interface Sent {
  members: RoomSnapshot['members'] | null
  line: number
  feeling: number
}

/** Lines and emojis from before the page started are not sent. */
export const nothingSent = (view: RoomSnapshot): Sent => ({
  members: null,
  line: view.lines.at(-1)?.key ?? 0,
  feeling: view.feelings.at(-1)?.key ?? 0,
})

/** The messages about what is new in a view; `hasChat`: the operator allows the plugin to read the chat. */
export function newsOf(
  view: RoomSnapshot,
  sent: Sent,
  hasChat: boolean,
): { news: RoomMessage[]; sent: Sent } {
  const news: RoomMessage[] = []
  if (view.members !== sent.members) {
    const slots = [...view.members.keys()]
    news.push({ type: 'people', people: slots.map((slot) => personOf(view, slot)) })
  }
  for (const { key, slot, kind, author, text } of view.lines) {
    if (!hasChat || key <= sent.line || kind !== 'chat' || text === undefined) continue
    // The author can have left.
    news.push({ type: 'chat', from: { ...personOf(view, slot), name: author }, text })
  }
  for (const { key, slot, kind, id } of view.feelings) {
    if (key > sent.feeling) news.push({ type: 'action', by: personOf(view, slot), kind, id })
  }
  const { line, feeling } = nothingSent(view)
  return {
    news,
    sent: {
      members: view.members,
      line: Math.max(line, sent.line),
      feeling: Math.max(feeling, sent.feeling),
    },
  }
}

function personOf({ members, self }: RoomSnapshot, slot: number): RoomPerson {
  const member = members.get(slot)
  return {
    id: member && !member.guest ? member.user : null,
    name: member?.name ?? '',
    isSelf: slot === self,
  }
}
