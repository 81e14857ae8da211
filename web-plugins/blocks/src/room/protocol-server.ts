// The server's half of the codec of the room protocol, for rooms in the page itself: the tutorial, tests and the preview.
import { InvalidFrame, Reader, toBytes, Writer } from './bytes'
import { ERROR_CODES, EVENT_KINDS, KICK_CODES, MOVE_REFUSALS } from './codes'
import {
  type ClientMessage,
  LIMITS,
  LOOK_UNCHANGED,
  NO_SEAT,
  type Presence,
  type RoomEvent,
  readFeeling,
  readPose,
  type ServerMessage,
  writePose,
} from './protocol'

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

/** Encodes a message of the server. */
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

function writePresence(w: Writer, member: Presence): Writer {
  const flags = (member.away ? 1 : 0) | (member.moderator ? 2 : 0) | (member.guest ? 4 : 0)
  const id = Uint8Array.from(member.user.replaceAll('-', '').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  writePose(w.u16(member.slot).u8(flags).raw(id).text(member.name), member.pose)
  w.u16(member.seat ?? NO_SEAT)
  return member.look === null ? w.u16(LOOK_UNCHANGED) : w.text(member.look)
}
