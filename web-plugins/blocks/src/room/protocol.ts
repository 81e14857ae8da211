// The codec of the room protocol (docs/room-protocol.md). It decodes both directions, so that tests can play the server;
// the browser only uses `encodeClient` and `decodeServer`. Invalid frames throw `InvalidFrame`.
import { InvalidFrame, Reader, toBytes, Writer } from './bytes'
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
const NO_SEAT = 0xffff
const LOOK_UNCHANGED = 0xffff
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

export function decodeClient(bytes: Uint8Array): ClientMessage {
  const r = new Reader(bytes)
  const message = readClient(r)
  r.end()
  return message
}

function readClient(r: Reader): ClientMessage {
  switch (r.u8()) {
    case 0x01:
      return { name: 'HELLO', version: r.u8(), ticket: r.text(LIMITS.ticket), lastChat: r.u32() }
    case 0x02:
      return { name: 'MOVE', sequence: r.u16(), ackTick: r.u32(), correction: r.u8(), pose: readPose(r) }
    case 0x03: {
      const request = r.u16()
      const kind = (['emoji', 'gesture'] as const)[r.u8()]
      if (!kind) throw new InvalidFrame('EMOJI has an unknown kind')
      return { name: 'EMOJI', request, kind, id: readFeeling(r, kind) }
    }
    case 0x04:
      return { name: 'CHAT', request: r.u16(), text: r.text(LIMITS.chat) }
    case 0x05:
      return { name: 'INTERACT', request: r.u16(), object: r.u32(), kind: r.u8() }
    case 0x06:
      return { name: 'PING', clientMs: r.u32() }
    case 0x07:
      return { name: 'AWAY', away: r.bool() }
    default:
      throw new InvalidFrame('unknown opcode')
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

function readFeeling(r: Reader, kind: 'emoji' | 'gesture'): number {
  const id = r.u8()
  if (id >= (kind === 'emoji' ? EMOJI_COUNT : GESTURE_COUNT)) throw new InvalidFrame(`unknown ${kind}`)
  return id
}

function known<N extends string>(codes: Record<N, number>, value: number): N {
  const name = nameOf(codes, value)
  if (!name) throw new InvalidFrame(`unknown code ${value}`)
  return name
}

/** Encodes a message of the server, for tests and recorded streams. */
export function encodeServer(message: ServerMessage): Uint8Array<ArrayBuffer> {
  const w = new Writer()
  switch (message.name) {
    case 'WELCOME':
      w.u8(0x81).u8(message.version).u16(message.slot).u16(message.instance).u32(message.tick)
      w.u8(message.tickHz).u64(message.serverMs).bool(message.resumed).u8(message.correction)
      return writePose(w, message.pose).done()
    case 'SNAP':
      w.u8(0x82).u32(message.tick).u16(message.moved.length)
      for (const { slot, pose } of message.moved) writePose(w.u16(slot), pose)
      return w.done()
    case 'FULL':
      w.u8(0x83).u32(message.tick).u16(message.members.length)
      for (const member of message.members) writePresence(w, member)
      return w.done()
    case 'JOIN':
      return writePresence(w.u8(0x84), message.presence).done()
    case 'LEAVE':
      return w.u8(0x85).u16(message.slot).done()
    case 'EVENT':
      return writeEvent(w.u8(0x86), message.event).done()
    case 'CHAT': {
      const { id, slot, author, text } = message.line
      return w.u8(0x87).u32(id).u16(slot).text(author).text(text).done()
    }
    case 'ACK':
      return w.u8(0x88).u16(message.request).done()
    case 'NACK':
      w.u8(0x89).u16(message.sequence).u8(MOVE_REFUSALS[message.code]).u8(message.correction)
      return writePose(w, message.pose).done()
    case 'MOVED':
      return writePose(w.u8(0x8a).u8(message.correction), message.pose).done()
    case 'ERROR':
      w.u8(0x8b).u16(message.request).u8(ERROR_CODES[message.code])
      return w.u8(message.detail).u32(message.retryAfterMs).done()
    case 'KICK':
      return w.u8(0x8c).u8(KICK_CODES[message.code]).bool(message.resumable).text(message.reason).done()
    case 'PONG':
      return w.u8(0x8d).u32(message.clientMs).u64(message.serverMs).u32(message.tick).done()
    case 'STATE':
      return writeBlob(w.u8(0x8e).u64(message.version), message.json).done()
    case 'RESUME':
      return w.u8(0x90).text(message.token).done()
  }
}

function writeEvent(w: Writer, event: RoomEvent): Writer {
  w.u8(EVENT_KINDS[event.kind])
  if (event.kind === 'custom') return writeBlob(w.text(event.name), event.json)
  w.u16(event.slot)
  if ('tick' in event) return w.u8(event.id).u32(event.tick)
  if ('seat' in event) return w.u16(event.seat)
  return w
}

function writeBlob(w: Writer, text: string): Writer {
  const bytes = toBytes(text)
  return w.u32(bytes.length).raw(bytes)
}

function readPose(r: Reader): Pose {
  const [x, y, z, yaw, bits] = [r.u16(), r.u16(), r.u16(), r.u8(), r.u8()]
  const motion = MOTIONS[bits & ~TELEPORT]
  if (!motion) throw new InvalidFrame('unknown motion')
  return { x, y, z, yaw, motion, teleport: (bits & TELEPORT) !== 0 }
}

function writePose(w: Writer, { x, y, z, yaw, motion, teleport }: Pose): Writer {
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

function writePresence(w: Writer, member: Presence): Writer {
  const flags = (member.away ? 1 : 0) | (member.moderator ? 2 : 0) | (member.guest ? 4 : 0)
  const id = Uint8Array.from(member.user.replaceAll('-', '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  writePose(w.u16(member.slot).u8(flags).raw(id).text(member.name), member.pose)
  w.u16(member.seat ?? NO_SEAT)
  return member.look === null ? w.u16(LOOK_UNCHANGED) : w.text(member.look)
}

function uuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
