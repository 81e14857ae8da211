import { describe, expect, it, vi } from 'vitest'
import { FakeServer, member, pose } from '../testing/room'
import { CHAT_LINES_MAX, PresenceStore } from './presence'
import { toQuanta } from './protocol'
import { parseScene } from './scene'
import { Session } from './session'

const chat = (id: number, text = `line ${id}`) =>
  ({ name: 'CHAT', line: { id, slot: 2, author: 'mina', text } }) as const

describe('the presence store', () => {
  it('replaces everybody with FULL and keeps looks that are left out', () => {
    const store = new PresenceStore()
    store.apply({ name: 'FULL', tick: 1, members: [member(1, 'a', { look: '{"hair":1}' }), member(2, 'b')] })
    store.apply({ name: 'FULL', tick: 9, members: [member(1, 'a', { look: null })] })
    expect([...store.get().members.keys()]).toEqual([1])
    expect(store.get().members.get(1)?.look).toBe('{"hair":1}')
    // The slot is used again by another person: the look is not theirs.
    store.apply({ name: 'JOIN', presence: member(1, 'c', { user: 'other' }) })
    expect(store.get().members.get(1)?.look).toBeNull()
  })

  it('tells who came and went, but not who was there', () => {
    const store = new PresenceStore()
    store.apply({ name: 'FULL', tick: 1, members: [member(1, 'a')] })
    store.apply({ name: 'JOIN', presence: member(2, 'b') })
    store.apply({ name: 'JOIN', presence: member(2, 'b', { moderator: true }) })
    store.apply({ name: 'LEAVE', slot: 2 })
    store.apply({ name: 'LEAVE', slot: 2 })
    expect(store.get().lines.map(({ kind, author }) => [kind, author])).toEqual([
      ['joined', 'b'],
      ['left', 'b'],
    ])
  })

  it('keeps 200 lines and says nothing twice', () => {
    const store = new PresenceStore()
    for (let id = 1; id <= 250; id++) store.apply(chat(id))
    store.apply(chat(250))
    expect(store.get().lines).toHaveLength(CHAT_LINES_MAX)
    expect(store.get().lines.filter((line) => line.kind === 'chat' && line.text === 'line 250')).toHaveLength(
      1,
    )
  })

  it('keeps emojis until their time is over', () => {
    const store = new PresenceStore()
    store.apply({ name: 'EVENT', event: { kind: 'emoji', slot: 1, id: 3, tick: 100 } })
    store.forgetFeelings(99)
    expect(store.get().feelings).toHaveLength(1)
    store.forgetFeelings(101)
    expect(store.get().feelings).toHaveLength(0)
  })

  it('follows sitting and being away, and calls its listeners', () => {
    const store = new PresenceStore()
    const listener = vi.fn()
    store.apply({ name: 'FULL', tick: 1, members: [member(1, 'a')] })
    const stop = store.subscribe(listener)
    store.apply({ name: 'EVENT', event: { kind: 'sit', slot: 1, seat: 4 } })
    store.apply({ name: 'EVENT', event: { kind: 'away', slot: 1 } })
    expect(store.get().members.get(1)).toMatchObject({ seat: 4, away: true })
    stop()
    store.apply({ name: 'EVENT', event: { kind: 'stand', slot: 1, seat: 4 } })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

const at = (x: number, z: number, yaw = 0) => ({ position: { x, y: 0, z }, yaw })

describe('a session', () => {
  const scene = parseScene({
    format: 1,
    size: 20,
    objects: [{ id: 't', kind: 'table', ...at(10, 12) }],
    spawnPoints: [at(10, 10)],
    seats: [at(10, 15, 180)],
  }).scene
  const still = { x: 0, z: 0, isRunning: false, isJumping: false }

  async function open() {
    const server = new FakeServer()
    const session = new Session({
      ...{ scene, ports: server.ports },
      getTicket: async () => 'ticket',
      isFinal: () => false,
    })
    session.connection.start()
    for (let i = 0; i < 5; i++) await Promise.resolve()
    server.accept()
    server.welcome()
    server.send({
      name: 'FULL',
      tick: 100,
      members: [member(1, 'me', { pose: pose(10, 10) }), member(2, 'mina')],
    })
    const frames = (count: number) => {
      for (let i = 0; i < count; i++) {
        server.clock.pass(1000 / 60)
        session.advance(1000 / 60, still)
      }
    }
    return { server, session, frames }
  }

  it('begins where the server says, and shows the others there', async () => {
    const { session } = await open()
    expect(session.body).toMatchObject({ x: 10, z: 10 })
    expect(session.shownOthers(16).get(2)).toMatchObject({ x: 12, z: 10 })
    expect(session.shownOthers(16).has(1)).toBe(false)
  })

  it('walks around the table to a seat and takes it', async () => {
    const { server, session, frames } = await open()
    server.received()
    await session.sit(0)
    frames(300)
    const asked = server.received().find(({ name }) => name === 'INTERACT')
    expect(asked).toMatchObject({ object: 0, kind: 0 })
    server.send({ name: 'EVENT', event: { kind: 'sit', slot: 1, seat: 0 } })
    frames(10)
    expect(session.shownSelf(16)).toMatchObject({ x: 10, z: 15, motion: 'sit' })
    expect(server.received().at(-1)).toMatchObject({ name: 'MOVE', pose: { z: toQuanta(15), motion: 'sit' } })
  })

  it('goes back to where the server has it', async () => {
    const { server, session } = await open()
    server.send({ name: 'NACK', sequence: 1, code: 'blocked', correction: 1, pose: pose(4, 4) })
    expect(session.body).toMatchObject({ x: 4, z: 4 })
    server.send({ name: 'MOVED', correction: 2, pose: pose(5, 5) })
    expect(session.body).toMatchObject({ x: 5, z: 5 })
  })
})
