/** What the shell tells a page. It is sent again after each change. */
export interface FrameContext {
  language: 'ko' | 'en'
  theme: 'light' | 'dark'
  /** The name of the world. */
  worldName: string
  /** The path of the page in the manifest, for example `/play`; `/` in a slot. */
  page: string
  /** The slot of the manifest in which the page is shown; null on a page with an address of its own. */
  slot: 'block.renderer' | 'world.dashboard.tab' | 'profile.tab' | 'header.action' | 'event.page' | null
  /** The person who uses the plugin; null for a visitor who has not signed in. */
  person: { id: string; nickname: string | null } | null
  /** The most WIT that the page may ask the person for at a time; null if the operator allows none. */
  maxCharge: number | null
  /**
   * The block whose game the page is; null on a page of the world. `roomId` names it in the host interface `rooms`. The
   * server decides what a moderator may do.
   */
  room: { blockId: string; roomId: string; isModerator: boolean } | null
  /** The event on whose page the page is; null elsewhere. Its id is for `events@1`, which checks that the plugin may see it. */
  event: { eventId: string; isOrganiser: boolean } | null
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A refused or failed call. `message` is in the person's language and can be shown. */
export class FrameError extends Error {
  /** The HTTP status; 0 if the platform was not reached. */
  readonly status: number
  /** The code of the problem, for example `insufficient_wit`. */
  readonly code: string
}

export interface Frame {
  /** Calls a route of the plugin, by its path in the manifest, as the person. At most 10 calls a second. */
  call<T = unknown>(method: Method, path: string, body?: unknown): Promise<T>
  /**
   * A file that the plugin has stored (`own-files`), if the person may do the action that the manifest names for its files. Show it
   * with `URL.createObjectURL`. Counts as a call.
   */
  file(name: string): Promise<Blob>
  /**
   * Asks the person to pay whole WIT to the plugin; needs the ledger grant `charge`, and at most `maxCharge`. The platform shows the amount and the
   * reason (1 to 100 characters) and asks. The result is a charge: pass it to a route of the plugin, which collects it within
   * ten minutes. Rejects with `payment_declined`, `unauthenticated`, `plugin_charges_not_allowed` or `too_many_requests`:
   * after three refusals in a row a page cannot ask again until it is loaded anew.
   */
  pay(amount: number, reason: string): Promise<string>
  /**
   * Asks the person whether the plugin may give an item of theirs to another person. A route of the plugin has called `escrow` of
   * `items@1` for the item before. The platform shows the item and asks; after a yes, `transfer` and `return` of `items@1` work until
   * the item returns by itself, after `durationMinutes` (7 days without it, 30 days at most). The result is that time. Rejects with
   * `escrow_declined`, after which the item is free again, `unauthenticated` or `too_many_requests`, as `pay`.
   */
  escrow(itemId: string, durationMinutes?: number): Promise<string>
  /** Listens to the room of the block whose game the page is. A later call replaces the listener. */
  room(listener: RoomListener): Room
}

/** A person in the room. `id` is null for a visitor without an account. */
export interface RoomPerson {
  id: string | null
  name: string
  isSelf: boolean
}

/** What happens in the room of the block. Each function is optional. */
export interface RoomListener {
  /** Everybody who is in the room, now and after each change. */
  onPeople?: (people: RoomPerson[]) => void
  /** The connection is there, for the first time or again. Events in between are lost: ask for what may have changed. */
  onConnected?: () => void
  /** The shared state of the room, now and after each change; null until the plugin has set it. */
  onState?: (state: unknown) => void
  /** An event that the plugin has sent to everybody in the room. */
  onEvent?: (topic: string, payload: unknown) => void
  /** A line of the chat. Needs the capability `chat`. */
  onChat?: (from: RoomPerson, text: string) => void
  /** An emoji or a gesture, by the number that it has in the room. */
  onAction?: (by: RoomPerson, kind: 'emoji' | 'gesture', id: number) => void
}

/** What the game of a block can do in the room, for the person who sees the page. */
export interface Room {
  /** Marks objects of the scene by their ids, in place of those that were marked before; at most 64. */
  highlight: (ids: string[]) => void
  /** Walks to an object of the scene, if there is a way. */
  walkTo: (id: string) => void
  /** Milliseconds of the clock of the room, which the host interface `rooms` uses too. */
  serverNow: () => number
}

/** Connects the page with the shell. Call it once; `onContext` is called at the start and after each change. */
export function connect(onContext: (context: FrameContext) => void): Frame
