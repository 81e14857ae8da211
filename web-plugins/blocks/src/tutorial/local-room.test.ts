import { expect, it } from 'vitest'
import { parseScene } from '../room/scene'
import { Session } from '../room/session'
import { ManualClock } from '../testing/room'
import { LocalRoom, SELF } from './local-room'
import { DOCUMENT, DOOR } from './scene'

async function enter() {
  const clock = new ManualClock()
  const { scene } = parseScene(DOCUMENT, [DOOR])
  const room = new LocalRoom(scene, { name: 'mina', look: '{"hair":"bun"}' }, clock)
  const session = new Session({
    ...{ scene, guestName: 'Haru', ports: room.ports() },
    ...{ getTicket: async () => 'tutorial', isFinal: () => true },
  })
  session.connection.start()
  await Promise.resolve()
  await Promise.resolve()
  clock.pass(10)
  return { clock, room, session }
}

it('lets one in, beside the guide', async () => {
  const { session } = await enter()
  expect(session.getState()).toEqual({ status: 'open' })
  const { self, members } = session.presence.get()
  expect(self).toBe(SELF)
  expect([...members.values()].map(({ name }) => name)).toEqual(['mina', 'Haru'])
  expect([...members.values()].map(({ look }) => look)).toEqual(['{"hair":"bun"}', null])
})

it('carries words, emojis and seats', async () => {
  const { session, room } = await enter()
  expect(await session.connection.say('hello')).toEqual({ ok: true })
  void session.connection.feel('emoji', 3)
  room.say('welcome', 'Haru')
  const { lines, feelings } = session.presence.get()
  expect(lines.map(({ author }) => author)).toEqual(['mina', 'Haru'])
  expect(feelings).toMatchObject([{ slot: SELF, id: 3 }])
  await session.connection.interact(0, 0)
  expect(session.seat).toBe(0)
  await session.stand()
  expect(session.seat).toBeNull()
})

it('stays open while nothing happens', async () => {
  const { session, clock } = await enter()
  clock.pass(60_000)
  expect(session.getState()).toEqual({ status: 'open' })
})
