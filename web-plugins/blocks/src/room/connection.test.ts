import { beforeEach, expect, it } from 'vitest'
import { FakeServer, pose } from '../testing/room'
import { Connection, type ConnectionState, type Outcome } from './connection'
import type { ServerMessage } from './protocol'

let server: FakeServer
let states: ConnectionState[]
let messages: ServerMessage[]
let tickets: (string | Error)[]
let connection: Connection

const FINAL = new Error('denied')
const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve()
}
const state = () => states.at(-1)
const names = () => server.received().map(({ name }) => name)

beforeEach(() => {
  server = new FakeServer()
  states = []
  messages = []
  tickets = []
  connection = new Connection({
    ports: server.ports,
    getTicket: async () => {
      const next = tickets.shift() ?? 'ticket'
      if (next instanceof Error) throw next
      return next
    },
    isFinal: (error) => error === FINAL,
    onState: (next) => states.push(next),
    onMessage: (message) => messages.push(message),
  })
})

async function enter() {
  connection.start()
  await settle()
  server.accept()
  server.welcome()
}

it('says hello with the ticket and is open after WELCOME', async () => {
  connection.start()
  await settle()
  server.accept()
  expect(server.received()).toEqual([{ name: 'HELLO', version: 1, ticket: 'ticket', lastChat: 0 }])
  expect(state()).toEqual({ status: 'connecting' })
  server.welcome()
  expect(state()).toEqual({ status: 'open' })
})

it('acknowledges FULL at once and SNAP within 100 ms, or with the next MOVE', async () => {
  await enter()
  server.received()
  server.send({ name: 'FULL', tick: 101, members: [] })
  expect(server.received()).toMatchObject([{ name: 'MOVE', ackTick: 101 }])
  server.send({ name: 'SNAP', tick: 102, moved: [] })
  server.clock.pass(60)
  server.send({ name: 'SNAP', tick: 103, moved: [] })
  expect(server.received()).toEqual([])
  server.clock.pass(40)
  expect(server.received()).toMatchObject([{ name: 'MOVE', ackTick: 103 }])
  server.send({ name: 'SNAP', tick: 104, moved: [] })
  server.clock.pass(50)
  connection.move(pose(11, 10))
  server.clock.pass(60)
  expect(server.received()).toMatchObject([{ name: 'MOVE', ackTick: 104, pose: pose(11, 10) }])
})

it('sends moves at 20 Hz, and one a second while still', async () => {
  await enter()
  server.received()
  for (let frame = 0; frame < 60; frame++) {
    server.clock.pass(1000 / 60)
    connection.move(pose(10 + frame / 10, 10))
  }
  expect(names().length).toBeGreaterThanOrEqual(15)
  server.received()
  for (let frame = 0; frame < 240; frame++) {
    server.clock.pass(1000 / 60)
    connection.move(pose(15.9, 10))
  }
  expect(names().length).toBeLessThanOrEqual(5)
})

it('carries the newest correction', async () => {
  await enter()
  server.received()
  server.send({ name: 'NACK', sequence: 1, code: 'blocked', correction: 7, pose: pose(3, 3) })
  server.clock.pass(50)
  connection.move(pose(3.1, 3))
  expect(server.received()).toMatchObject([{ name: 'MOVE', correction: 7, pose: pose(3.1, 3) }])
})

it('keeps the clock of the server', async () => {
  await enter()
  const ping = server.socket.sent.find(({ name }) => name === 'PING')
  if (ping?.name !== 'PING') throw new Error('no ping')
  server.clock.pass(80)
  server.send({ name: 'PONG', clientMs: ping.clientMs, serverMs: 50_040, tick: 101 })
  expect(connection.clock.roundTrip()).toBe(80)
  expect(connection.clock.serverMs(server.clock.now())).toBe(50_080)
  expect(connection.clock.tick(server.clock.now())).toBeCloseTo(101.8)
})

it('pings five times quickly, then every five seconds', async () => {
  await enter()
  const pings = () => server.socket.sent.filter(({ name }) => name === 'PING').length
  server.clock.pass(1_000)
  expect(pings()).toBe(5)
  server.send({ name: 'ACK', request: 9 })
  server.clock.pass(5_000)
  expect(pings()).toBe(6)
})

it('keeps the token through attempts that do not reach the server', async () => {
  await enter()
  server.send({ name: 'RESUME', token: 'mine' })
  server.cut()
  for (const wait of [250, 500, 1000]) {
    server.clock.pass(wait * 1.5)
    server.cut()
  }
  server.clock.pass(5_000)
  server.received()
  server.accept()
  expect(server.received()).toMatchObject([{ name: 'HELLO', ticket: 'mine' }])
})

it('resumes with the newest token, once, and asks for a ticket when it was refused', async () => {
  await enter()
  server.send({ name: 'RESUME', token: 'old' })
  server.send({ name: 'RESUME', token: 'new' })
  server.send({ name: 'CHAT', line: { id: 40, slot: 2, author: 'a', text: 'b' } })
  server.cut()
  expect(state()).toMatchObject({ status: 'reconnecting', retryInMs: 250, wasOpen: true })
  server.clock.pass(250)
  server.accept()
  expect(server.received()).toMatchObject([{ name: 'HELLO', ticket: 'new', lastChat: 40 }])
  server.send({ name: 'KICK', code: 'ticket', resumable: false, reason: '' })
  server.cut()
  tickets = ['fresh']
  server.clock.pass(500)
  await settle()
  server.accept()
  expect(server.received()).toMatchObject([{ name: 'HELLO', ticket: 'fresh' }])
})

it('backs off up to eight seconds', async () => {
  await enter()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    server.cut()
    const now = state()
    if (now?.status === 'reconnecting') waits.push(now.retryInMs)
    server.clock.pass(now?.status === 'reconnecting' ? now.retryInMs : 0)
    await settle()
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
})

it('tries at once when the device has a network again, and leaves an open connection alone', async () => {
  await enter()
  server.received()
  connection.setOnline()
  expect(state()).toMatchObject({ status: 'open' })
  server.cut()
  for (const wait of [250, 500, 1000]) {
    server.clock.pass(wait)
    await settle()
    server.cut()
  }
  expect(state()).toMatchObject({ status: 'reconnecting', retryInMs: 2000 })
  connection.setOnline()
  await settle()
  server.accept()
  server.welcome()
  expect(state()).toMatchObject({ status: 'open' })
})

it('drops a socket without bytes after six seconds', async () => {
  await enter()
  server.clock.pass(5_900)
  expect(state()).toEqual({ status: 'open' })
  server.clock.pass(200)
  expect(state()).toMatchObject({ status: 'reconnecting' })
  expect(server.socket.closed).toBeDefined()
})

it('goes away with the tab, and neither acknowledges nor dies there', async () => {
  await enter()
  connection.setVisible(false)
  expect(names()).toContain('AWAY')
  server.send({ name: 'SNAP', tick: 120, moved: [] })
  connection.move(pose(20, 20))
  server.clock.pass(30_000)
  expect(names()).toEqual([])
  expect(state()).toEqual({ status: 'open' })
  connection.setVisible(true)
  expect(server.received()).toEqual([{ name: 'AWAY', away: false }])
  server.send({ name: 'FULL', tick: 700, members: [] })
  expect(server.received()).toMatchObject([{ name: 'MOVE', ackTick: 700 }])
})

it('answers requests, and repeats unanswered ones only in a resumed membership', async () => {
  await enter()
  server.received()
  const answers: Outcome[] = []
  const families = connection.say('👨‍👩‍👧‍👦'.repeat(17))
  await expect(families).resolves.toMatchObject({ ok: false, code: 'too_long' })
  void connection.say('one').then((answer) => answers.push(answer))
  void connection.say('two').then((answer) => answers.push(answer))
  void connection.say('three').then((answer) => answers.push(answer))
  server.send({ name: 'ACK', request: 1 })
  server.send({ name: 'ERROR', request: 2, code: 'slow_mode', detail: 0, retryAfterMs: 3000 })
  server.send({ name: 'RESUME', token: 't' })
  server.received()
  server.cut()
  server.clock.pass(250)
  server.accept()
  server.welcome({ resumed: true })
  expect(server.received()).toMatchObject([{ name: 'HELLO' }, { name: 'CHAT', request: 3, text: 'three' }])
  server.send({ name: 'RESUME', token: 'u' })
  server.cut()
  server.clock.pass(250)
  server.accept()
  server.welcome({ resumed: false })
  await settle()
  expect(server.received()).toMatchObject([{ name: 'HELLO' }])
  expect(answers).toEqual([
    { ok: true },
    { ok: false, code: 'slow_mode', detail: 0, retryAfterMs: 3000 },
    { ok: false, code: 'lost', detail: 0, retryAfterMs: 0 },
  ])
})

it.each(['kicked', 'banned', 'replaced', 'movement', 'room_closed'] as const)(
  'stays out after %s',
  async (code) => {
    await enter()
    server.send({ name: 'KICK', code, resumable: false, reason: 'why' })
    server.cut()
    server.clock.pass(60_000)
    expect(state()).toEqual({ status: 'kicked', code, reason: 'why' })
    expect(server.sockets).toHaveLength(1)
    expect(server.clock.waiting()).toBe(0)
  },
)

it('comes back after a kick that can be resumed', async () => {
  await enter()
  server.send({ name: 'RESUME', token: 'again' })
  server.send({ name: 'KICK', code: 'server_restart', resumable: true, reason: '' })
  server.cut()
  server.clock.pass(250)
  server.accept()
  expect(server.received()).toMatchObject([{ name: 'HELLO', ticket: 'again' }])
})

it('gives up after three refused tickets', async () => {
  connection.start()
  for (let i = 0; i < 3; i++) {
    await settle()
    server.accept()
    server.send({ name: 'KICK', code: 'ticket', resumable: false, reason: '' })
    server.cut()
    server.clock.pass(10_000)
  }
  expect(state()).toEqual({ status: 'kicked', code: 'ticket', reason: '' })
})

it('tries again without a ticket, unless the refusal is final', async () => {
  tickets = [new Error('offline'), FINAL]
  connection.start()
  await settle()
  expect(state()).toMatchObject({ status: 'reconnecting', wasOpen: false })
  server.clock.pass(250)
  await settle()
  expect(state()).toEqual({ status: 'refused', error: FINAL })
})

it('drops the connection after an invalid frame', async () => {
  await enter()
  server.socket.events.onFrame(Uint8Array.of(0x77))
  expect(state()).toMatchObject({ status: 'reconnecting' })
})

it('leaves at once and keeps no timer', async () => {
  await enter()
  connection.leave()
  expect(server.socket.closed).toBe(1000)
  expect(server.clock.waiting()).toBe(0)
  expect(state()).toEqual({ status: 'left' })
})
