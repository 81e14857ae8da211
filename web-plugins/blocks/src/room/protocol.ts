// The client's half of the codec of the room protocol (docs/room-protocol.md); `protocol-server.ts` has the other half.
// Invalid frames throw `InvalidFrame`.
import { InvalidFrame, Reader, Writer } from './bytes'
import {
  EMOJI_COUNT,
  ERROR_CODES,
  type ErrorCode,
  EVENT_KINDS,
  GESTURE_COUNT,
  KICK_CODES,
  type KickCode,
  MOTIONS,
  MOVE_REFUSALS,
  type Motion,
  type MoveRefusal,
  nameOf,
} from './codes'

export const VERSION = 1
export const TICK_HZ = 20
export const QUANTA_PER_METRE = 256
export const LIMITS = { ticket: 1024, chat: 400, name: 128, reason: 256, event: 64, look: 4096 } as const

const CENTRE = 32_768
const TELEPORT = 0x80
export const NO_SEAT = 0xffff
export const LOOK_UNCHANGED = 0xffff
const EVENT_JSON_MAX = 16 * 1024
const STATE_JSON_MAX = 64 * 1024

/** A pose in the units of the wire: quanta, and 256 steps of yaw. */
export interface Pose {
  x: number
  y: number
  z: number
  yaw: number
  motion: Motion
  teleport: boolean
}

export interface Presence {
  slot: number
  user: string
  name: string
  away: boolean
  moderator: boolean
  guest: boolean
  pose: Pose
  seat: number | null
  /** Null: unchanged since the last message that carried it. */
  look: string | null
}

export type ClientMessage =
  | { name: 'HELLO'; version: number; ticket: string; lastChat: number }
  | { name: 'MOVE'; sequence: number; ackTick: number; correction: number; pose: Pose }
  | { name: 'EMOJI'; request: number; kind: 'emoji' | 'gesture'; id: number }
  | { name: 'CHAT'; request: number; text: string }
  | { name: 'INTERACT'; request: number; object: number; kind: number }
  | { name: 'PING'; clientMs: number }
  | { name: 'AWAY'; away: boolean }

export type RoomEvent =
  | { kind: 'emoji' | 'gesture'; slot: number; id: number; tick: number }
  | { kind: 'sit' | 'stand'; slot: number; seat: number }
  | { kind: 'away' | 'back'; slot: number }
  | { kind: 'custom'; name: string; json: string }

export interface Welcome {
  name: 'WELCOME'
  version: number
  slot: number
  instance: number
  tick: number
  tickHz: number
  serverMs: number
  resumed: boolean
  correction: number
  pose: Pose
}

export interface ChatLine {
  id: number
  slot: number
  author: string
  text: string
}

export type ServerMessage =
  | Welcome
  | { name: 'SNAP'; tick: number; moved: { slot: number; pose: Pose }[] }
  | { name: 'FULL'; tick: number; members: Presence[] }
  | { name: 'JOIN'; presence: Presence }
  | { name: 'LEAVE'; slot: number }
  | { name: 'EVENT'; event: RoomEvent }
  | { name: 'CHAT'; line: ChatLine }
  | { name: 'ACK'; request: number }
  | { name: 'NACK'; sequence: number; code: MoveRefusal; correction: number; pose: Pose }
  | { name: 'MOVED'; correction: number; pose: Pose }
  | { name: 'ERROR'; request: number; code: ErrorCode; detail: number; retryAfterMs: number }
  | { name: 'KICK'; code: KickCode; resumable: boolean; reason: string }
  | { name: 'PONG'; clientMs: number; serverMs: number; tick: number }
  | { name: 'STATE'; version: number; json: string }
  | { name: 'RESUME'; token: string }

export const toQuanta = (metres: number) =>
  Math.min(65_535, Math.max(0, Math.round(metres * QUANTA_PER_METRE) + CENTRE))
export const toMetres = (quanta: number) => (quanta - CENTRE) / QUANTA_PER_METRE
export const toYawStep = (radians: number) => Math.round((radians / (2 * Math.PI)) * 256) & 0xff
export const toRadians = (step: number) => (step / 256) * 2 * Math.PI

export function encodeClient(message: ClientMessage): Uint8Array<ArrayBuffer> {
  const w = new Writer()
  switch (message.name) {
    case 'HELLO':
      return w.u8(0x01).u8(message.version).text(message.ticket).u32(message.lastChat).done()
    case 'MOVE':
      w.u8(0x02).u16(message.sequence).u32(message.ackTick).u8(message.correction)
      return writePose(w, message.pose).done()
    case 'EMOJI':
      return w
        .u8(0x03)
        .u16(message.request)
        .u8(message.kind === 'emoji' ? 0 : 1)
        .u8(message.id)
        .done()
    case 'CHAT':
      return w.u8(0x04).u16(message.request).text(message.text).done()
    case 'INTERACT':
      return w.u8(0x05).u16(message.request).u32(message.object).u8(message.kind).done()
    case 'PING':
      return w.u8(0x06).u32(message.clientMs).done()
    case 'AWAY':
      return w.u8(0x07).bool(message.away).done()
  }
}

export function decodeServer(bytes: Uint8Array): ServerMessage {
  const r = new Reader(bytes)
  const message = readServer(r)
  r.end()
  return message
}

function readServer(r: Reader): ServerMessage {
  switch (r.u8()) {
    case 0x81:
      return readWelcome(r)
    case 0x82:
      return { name: 'SNAP', tick: r.u32(), moved: r.list(() => ({ slot: r.u16(), pose: readPose(r) })) }
    case 0x83:
      return { name: 'FULL', tick: r.u32(), members: r.list(() => readPresence(r)) }
    case 0x84:
      return { name: 'JOIN', presence: readPresence(r) }
    case 0x85:
      return { name: 'LEAVE', slot: r.u16() }
    case 0x86:
      return { name: 'EVENT', event: readEvent(r) }
    case 0x87:
      return {
        name: 'CHAT',
        line: { id: r.u32(), slot: r.u16(), author: r.text(LIMITS.name), text: r.text(LIMITS.chat) },
      }
    case 0x88:
      return { name: 'ACK', request: r.u16() }
    case 0x89: {
      const sequence = r.u16()
      const code = known(MOVE_REFUSALS, r.u8())
      return { name: 'NACK', sequence, code, correction: r.u8(), pose: readPose(r) }
    }
    case 0x8a:
      return { name: 'MOVED', correction: r.u8(), pose: readPose(r) }
    case 0x8b: {
      const request = r.u16()
      const code = known(ERROR_CODES, r.u8())
      return { name: 'ERROR', request, code, detail: r.u8(), retryAfterMs: r.u32() }
    }
    case 0x8c:
      return {
        name: 'KICK',
        code: known(KICK_CODES, r.u8()),
        resumable: r.bool(),
        reason: r.text(LIMITS.reason),
      }
    case 0x8d:
      return { name: 'PONG', clientMs: r.u32(), serverMs: r.u64(), tick: r.u32() }
    case 0x8e:
      return { name: 'STATE', version: r.u64(), json: r.text(STATE_JSON_MAX, r.u32()) }
    case 0x90:
      return { name: 'RESUME', token: r.text(LIMITS.ticket) }
    default:
      throw new InvalidFrame('unknown opcode')
  }
}

function readWelcome(r: Reader): Welcome {
  return {
    name: 'WELCOME',
    version: r.u8(),
    slot: r.u16(),
    instance: r.u16(),
    tick: r.u32(),
    tickHz: r.u8(),
    serverMs: r.u64(),
    resumed: r.bool(),
    correction: r.u8(),
    pose: readPose(r),
  }
}

function readEvent(r: Reader): RoomEvent {
  const kind = known(EVENT_KINDS, r.u8())
  if (kind === 'custom') {
    return { kind, name: r.text(LIMITS.event), json: r.text(EVENT_JSON_MAX, r.u32()) }
  }
  const slot = r.u16()
  if (kind === 'emoji' || kind === 'gesture') return { kind, slot, id: readFeeling(r, kind), tick: r.u32() }
  if (kind === 'sit' || kind === 'stand') return { kind, slot, seat: r.u16() }
  return { kind, slot }
}

export function readFeeling(r: Reader, kind: 'emoji' | 'gesture'): number {
  const id = r.u8()
  if (id >= (kind === 'emoji' ? EMOJI_COUNT : GESTURE_COUNT)) throw new InvalidFrame(`unknown ${kind}`)
  return id
}

function known<N extends string>(codes: Record<N, number>, value: number): N {
  const name = nameOf(codes, value)
  if (!name) throw new InvalidFrame(`unknown code ${value}`)
  return name
}

export function readPose(r: Reader): Pose {
  const [x, y, z, yaw, bits] = [r.u16(), r.u16(), r.u16(), r.u8(), r.u8()]
  const motion = MOTIONS[bits & ~TELEPORT]
  if (!motion) throw new InvalidFrame('unknown motion')
  return { x, y, z, yaw, motion, teleport: (bits & TELEPORT) !== 0 }
}

export function writePose(w: Writer, { x, y, z, yaw, motion, teleport }: Pose): Writer {
  return w
    .u16(x)
    .u16(y)
    .u16(z)
    .u8(yaw)
    .u8(MOTIONS.indexOf(motion) | (teleport ? TELEPORT : 0))
}

function readPresence(r: Reader): Presence {
  const slot = r.u16()
  const flags = r.u8()
  if (flags & ~7) throw new InvalidFrame('unknown flag')
  const user = uuid(r.raw(16))
  const name = r.text(LIMITS.name)
  const pose = readPose(r)
  const seat = r.u16()
  const length = r.u16()
  const look = length === LOOK_UNCHANGED ? null : r.text(LIMITS.look, length)
  return {
    ...{ slot, user, name, pose, look },
    away: (flags & 1) !== 0,
    moderator: (flags & 2) !== 0,
    guest: (flags & 4) !== 0,
    seat: seat === NO_SEAT ? null : seat,
  }
}

function uuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
