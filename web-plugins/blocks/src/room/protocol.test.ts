import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InvalidFrame } from './bytes'
import { ERROR_CODES, KICK_CODES, MOVE_REFUSALS } from './codes'
import {
  type ClientMessage,
  decodeServer,
  encodeClient,
  QUANTA_PER_METRE,
  type ServerMessage,
  TICK_HZ,
  toMetres,
  toQuanta,
  toYawStep,
  VERSION,
} from './protocol'
import { decodeClient, encodeServer } from './protocol-server'

interface Fixture {
  messages: { name: string; from: 'client' | 'server'; hex: string; fields: Record<string, unknown> }[]
  invalid: { from: 'client' | 'server'; hex: string; why: string }[]
  errorCodes: Record<string, number>
  kickCodes: Record<string, number>
  moveRefusals: Record<string, number>
  version: number
  tickHz: number
  quantaPerMetre: number
}

const FILE = '../../../../kernel/rooms/fixtures/protocol.json'
const fixture = JSON.parse(readFileSync(new URL(FILE, import.meta.url).pathname, 'utf8')) as Fixture
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (frame: Uint8Array) => [...frame].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The message of a fixture in the shape of the codec. */
function message({ name, from, fields }: Fixture['messages'][number]): unknown {
  if (name === 'EVENT') return { name, event: fields }
  if (name === 'JOIN') return { name, presence: fields }
  if (name === 'CHAT' && from === 'server') {
    const { name: author, ...line } = fields
    return { name, line: { ...line, author } }
  }
  return { name, ...fields }
}

describe('the shared fixture', () => {
  it.each(fixture.messages.map((one) => [`${one.from} ${one.name} ${one.hex.slice(0, 8)}`, one] as const))(
    '%s, both ways',
    (_, one) => {
      const expected = message(one)
      const decode = one.from === 'client' ? decodeClient : decodeServer
      expect(decode(bytes(one.hex))).toEqual(expected)
      const frame =
        one.from === 'client'
          ? encodeClient(expected as ClientMessage)
          : encodeServer(expected as ServerMessage)
      expect(hex(frame)).toBe(one.hex)
    },
  )

  it.each(fixture.invalid.map((one) => [one.why, one] as const))('refuses: %s', (_, one) => {
    const decode = one.from === 'client' ? decodeClient : decodeServer
    // The browser never decodes its own CHAT; its limit is in the field's text.
    expect(() => decode(bytes(one.hex))).toThrow(InvalidFrame)
  })

  it('has the same codes and constants', () => {
    expect(ERROR_CODES).toEqual(fixture.errorCodes)
    expect(KICK_CODES).toEqual(fixture.kickCodes)
    expect(MOVE_REFUSALS).toEqual(fixture.moveRefusals)
    expect([VERSION, TICK_HZ, QUANTA_PER_METRE]).toEqual([
      fixture.version,
      fixture.tickHz,
      fixture.quantaPerMetre,
    ])
  })
})

it('never throws anything but InvalidFrame on rubbish', () => {
  let state = 9
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1
    return (state >>> 8) & 0xff
  }
  for (let i = 0; i < 3000; i++) {
    const frame = Uint8Array.from({ length: random() % 60 }, random)
    if (frame.length > 0) frame[0] = 0x81 + (i % 16)
    try {
      decodeServer(frame)
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidFrame)
    }
  }
})

it('converts metres and angles to the steps of the wire', () => {
  expect(toMetres(toQuanta(31.5))).toBe(31.5)
  expect(toQuanta(500)).toBe(65_535)
  expect(toYawStep(Math.PI / 2)).toBe(64)
  expect(toYawStep(-Math.PI / 2)).toBe(192)
})
