// The members of the room, the chat, and the emojis that are showing. One store for the 3D room and its twin. Snapshots are
// immutable, so that React can compare them; positions are not in here, they change every frame.
import type { ChatLine, Presence, RoomEvent, ServerMessage } from './protocol'

export const CHAT_LINES_MAX = 200
const FEELINGS_MAX = 100

export interface Member extends Omit<Presence, 'pose' | 'look'> {
  look: string | null
}

/** `joined` and `left` are told in the chat as well. */
export type Line = { key: number; slot: number; author: string } & (
  | { kind: 'chat'; text: string }
  | { kind: 'joined' | 'left' }
)

export interface Feeling {
  key: number
  slot: number
  kind: 'emoji' | 'gesture'
  id: number
  /** The tick of the server at which it begins. */
  tick: number
}

export interface RoomView {
  self: number | null
  instance: number
  members: ReadonlyMap<number, Member>
  lines: readonly Line[]
  feelings: readonly Feeling[]
}

const EMPTY: RoomView = { self: null, instance: 0, members: new Map(), lines: [], feelings: [] }

export class PresenceStore {
  private view = EMPTY
  private key = 0
  private chatIds = new Set<number>()
  /** A FULL follows WELCOME: until then nobody is announced. */
  private readonly listeners = new Set<() => void>()
  private readonly guestName: string

  /** `guestName`: of visitors without an account, in the language of this person. */
  constructor(guestName = 'guest') {
    this.guestName = guestName
  }

  readonly get = () => this.view

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  apply(message: ServerMessage) {
    switch (message.name) {
      case 'WELCOME': {
        if (!message.resumed) this.chatIds.clear()
        return this.set({ self: message.slot, instance: message.instance })
      }
      case 'FULL':
        return this.replace(message.members)
      case 'JOIN':
        return this.join(message.presence)
      case 'LEAVE':
        return this.leave(message.slot)
      case 'CHAT':
        return this.chat(message.line)
      case 'EVENT':
        return this.event(message.event)
      default:
        return
    }
  }

  /** Removes emojis that have ended, so that the list does not grow. */
  forgetFeelings(beforeTick: number) {
    const feelings = this.view.feelings.filter(({ tick }) => tick >= beforeTick)
    if (feelings.length < this.view.feelings.length) this.set({ feelings })
  }

  private replace(presences: Presence[]) {
    const members = new Map(presences.map((one) => [one.slot, this.known(one)]))
    const gone = this.view.feelings.filter(({ slot }) => !members.has(slot))
    this.set({ members, ...(gone.length > 0 && { feelings: [] }) })
  }

  private join(presence: Presence) {
    const before = this.view.members.get(presence.slot)
    const members = new Map(this.view.members).set(presence.slot, this.known(presence))
    const isNew = before?.user !== presence.user && presence.slot !== this.view.self
    this.set({
      members,
      ...(isNew && this.line('joined', presence.slot, members.get(presence.slot)?.name ?? presence.name)),
    })
  }

  private leave(slot: number) {
    const member = this.view.members.get(slot)
    if (!member) return
    const members = new Map(this.view.members)
    members.delete(slot)
    const feelings = this.view.feelings.filter((one) => one.slot !== slot)
    this.set({ members, feelings, ...this.line('left', slot, member.name) })
  }

  private chat({ id, slot, author, text }: ChatLine) {
    if (this.chatIds.has(id)) return // sent again after a resume
    this.chatIds.add(id)
    const line: Line = { key: ++this.key, kind: 'chat', slot, author, text }
    this.set({ lines: [...this.view.lines, line].slice(-CHAT_LINES_MAX) })
  }

  private event(event: RoomEvent) {
    if (event.kind === 'custom') return
    if (event.kind === 'emoji' || event.kind === 'gesture') {
      const feeling = { ...event, key: ++this.key }
      return this.set({ feelings: [...this.view.feelings, feeling].slice(-FEELINGS_MAX) })
    }
    if (event.kind === 'sit') this.update(event.slot, { seat: event.seat })
    else if (event.kind === 'stand') this.update(event.slot, { seat: null })
    else this.update(event.slot, { away: event.kind === 'away' })
  }

  private update(slot: number, change: Partial<Member>) {
    const member = this.view.members.get(slot)
    if (member) this.set({ members: new Map(this.view.members).set(slot, { ...member, ...change }) })
  }

  /** A look that is left out is the one that is known of the same person. */
  private known({ pose: _, ...presence }: Presence): Member {
    const before = this.view.members.get(presence.slot)
    const look = presence.look ?? (before?.user === presence.user ? before.look : null)
    return { ...presence, name: presence.guest ? this.guestName : presence.name, look }
  }

  private line(kind: 'joined' | 'left', slot: number, author: string) {
    const line: Line = { key: ++this.key, kind, slot, author }
    return { lines: [...this.view.lines, line].slice(-CHAT_LINES_MAX) }
  }

  private set(change: Partial<RoomView>) {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }
}
