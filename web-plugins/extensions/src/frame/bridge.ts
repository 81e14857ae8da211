// The messages between the shell and the frame of an installed plugin: which are accepted, and how many.
//
// The page has no origin, so messages are told apart by their window: that of the document around it. Everything it sends is checked
// before it is used; what does not fit is dropped.
import { lengthOf } from '@witverse/sdk'

/** What the frame sends. */
export type FrameMessage =
  | { type: 'ready' }
  | { type: 'pong' }
  /** Of the document around the page: the page has opened another one, and was removed. */
  | { type: 'left' }
  | { type: 'resize'; height: number }
  /** Escape was pressed in the page, which has no use for it. */
  | { type: 'escape' }
  | { type: 'call'; id: number; method: Method; path: string; body?: unknown }
  /** Reads a file that the plugin has stored. */
  | { type: 'file'; id: number; name: string }
  /** Asks the person to pay whole WIT to the plugin. */
  | { type: 'pay'; id: number; amount: number; reason: string }
  /** Asks the person whether the plugin may give an item of theirs to another person. */
  | { type: 'escrow'; id: number; itemId: string; durationMinutes: number }
  /** Of the game of a block: marks objects of the scene, or walks to one. */
  | { type: 'highlight'; ids: string[] }
  | { type: 'walk'; to: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the shell sends. */
export type ShellMessage =
  | { type: 'context'; context: FrameContext }
  /** `serverMs`, in a block: the clock of the room. */
  | { type: 'ping'; serverMs?: number }
  | RoomMessage
  | { type: 'answer'; id: number; ok: true; payload: unknown }
  | { type: 'answer'; id: number; ok: false; error: FrameError }

/** What the game of a block learns of its room. */
export type RoomMessage =
  | { type: 'connected'; serverMs: number }
  | { type: 'people'; people: RoomPerson[] }
  | { type: 'chat'; from: RoomPerson; text: string }
  | { type: 'action'; by: RoomPerson; kind: 'emoji' | 'gesture'; id: number }
  | { type: 'event'; topic: string; payload: unknown }
  | { type: 'state'; state: unknown }

export interface RoomPerson {
  /** Null for a visitor without an account. */
  id: string | null
  name: string
  isSelf: boolean
}

/** The places of the platform in which a page can appear. */
export type FrameSlot =
  | 'block.renderer'
  | 'world.dashboard.tab'
  | 'profile.tab'
  | 'header.action'
  | 'event.page'

export interface FrameContext {
  language: 'ko' | 'en'
  theme: 'light' | 'dark'
  worldName: string
  /** The path of the page below the plugin, for example `/play`. */
  page: string
  /** The place in which the page is shown; null on a page with an address of its own. */
  slot: FrameSlot | null
  person: { id: string; nickname: string | null } | null
  /** The most WIT that the page may ask the person for at a time; null if the operator allows none. */
  maxCharge: number | null
  /** The block, if the page is the game of one. */
  room: { blockId: string; roomId: string; isModerator: boolean } | null
  /** The event, if the page is on the page of one. */
  event: { eventId: string; isOrganiser: boolean } | null
}

export interface FrameError {
  status: number
  code: string
  /** In the person's language. */
  message: string
}

const VERSION = 1
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Messages that the page awaits an answer to. */
const REQUESTS: readonly string[] = ['call', 'file', 'pay', 'escrow']
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const MAX_PATH = 500
const MAX_BODY = 256 * 1024
export const MAX_HEIGHT = 4000
const MAX_WIT = 1_000_000
const MAX_REASON = 100
/** Seven days, and thirty. */
const USUAL_MINUTES = 7 * 24 * 60
const MAX_MINUTES = 30 * 24 * 60
const MAX_MARKS = 64
const MAX_ID = 64

export const toFrame = (message: ShellMessage) => ({ witverse: VERSION, ...message })

/** A message of the frame, if it is one. */
export function parseMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  if (message.witverse !== VERSION) return null
  switch (message.type) {
    case 'ready':
    case 'pong':
    case 'left':
    case 'escape':
      return { type: message.type }
    case 'resize': {
      const { height } = message
      const fits = typeof height === 'number' && height >= 0 && height <= MAX_HEIGHT
      return fits ? { type: 'resize', height: Math.round(height) } : null
    }
    case 'call':
      return parseCall(message)
    case 'file':
      return parseFile(message)
    case 'pay':
      return parsePay(message)
    case 'escrow':
      return parseEscrow(message)
    case 'highlight': {
      const { ids } = message
      const fits = Array.isArray(ids) && ids.length <= MAX_MARKS && ids.every(isObjectId)
      return fits ? { type: 'highlight', ids: [...ids] } : null
    }
    case 'walk':
      return isObjectId(message.to) ? { type: 'walk', to: message.to } : null
    default:
      return null
  }
}

/** The id of a request that `parseMessage` does not take: its page waits for an answer. */
export function unreadId(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null
  const { witverse, type, id } = data as Record<string, unknown>
  const isAsked = witverse === VERSION && REQUESTS.includes(type as string)
  return isAsked && Number.isSafeInteger(id) ? (id as number) : null
}

const isObjectId = (id: unknown): id is string => typeof id === 'string' && id.length <= MAX_ID

function parseCall(message: Record<string, unknown>): FrameMessage | null {
  const { id, method, path, body } = message
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  if (typeof method !== 'string' || !METHODS.includes(method)) return null
  if (typeof path !== 'string' || !isPath(path)) return null
  if (body !== undefined) {
    if (method === 'GET') return null
    const text = textOf(body)
    if (text === undefined || text.length > MAX_BODY) return null
  }
  return { type: 'call', id, method: method as Method, path, ...(body !== undefined && { body }) }
}

/** The name of a file is one part of an address (`own-files` in `sdk/wit`). */
function parseFile({ id, name }: Record<string, unknown>): FrameMessage | null {
  const fits = typeof name === 'string' && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(name)
  return fits && Number.isSafeInteger(id) ? { type: 'file', id: id as number, name } : null
}

function parsePay({ id, amount, reason }: Record<string, unknown>): FrameMessage | null {
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(amount)) return null
  const wit = amount as number
  if (wit < 1 || wit > MAX_WIT || typeof reason !== 'string') return null
  // One line: a page must not lay out the question.
  const line = reason.replace(/\s+/g, ' ').trim()
  return line && lengthOf(line) <= MAX_REASON
    ? { type: 'pay', id: id as number, amount: wit, reason: line }
    : null
}

function parseEscrow({
  id,
  itemId,
  durationMinutes = USUAL_MINUTES,
}: Record<string, unknown>): FrameMessage | null {
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(durationMinutes)) return null
  const minutes = durationMinutes as number
  if (minutes < 1 || minutes > MAX_MINUTES) return null
  return typeof itemId === 'string' && UUID.test(itemId)
    ? { type: 'escrow', id: id as number, itemId: itemId.toLowerCase(), durationMinutes: minutes }
    : null
}

/** Its JSON, if it has one: what the frame sends can be any structure, also a circular one. */
function textOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

/** A path below the install, with a query: no dots that lead out of it, no encoded slashes. */
function isPath(path: string): boolean {
  const [route = '', ...rest] = path.split('?')
  return (
    path.length <= MAX_PATH &&
    rest.length <= 1 &&
    /^(?:\/[A-Za-z0-9._~-]+)+$/.test(route) &&
    !route.split('/').some((part) => /^\.+$/.test(part)) &&
    /^[A-Za-z0-9._~=&%+-]*$/.test(rest[0] ?? '')
  )
}

/** Allows `burst` messages at once, and `perSecond` on average. */
export class RateLimit {
  private readonly perSecond: number
  private readonly burst: number
  private left: number
  private at: number

  constructor(perSecond: number, burst: number, now: number) {
    this.perSecond = perSecond
    this.burst = burst
    this.left = burst
    this.at = now
  }

  /** Whether another message at this time, in milliseconds, is within the limit. */
  take(now: number): boolean {
    this.left = Math.min(this.burst, this.left + ((now - this.at) / 1000) * this.perSecond)
    this.at = now
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}
