import { problem, renderPlugin } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import type { Ports } from '../room/ports'
import { FetchAgain } from '../testing/FetchAgain'
import { FakeServer, member, pose } from '../testing/room'
import RoomPage from './RoomPage'

// The page makes its own ports; the test gives it the fake server's.
const network = vi.hoisted(() => ({ ports: null as unknown }))
vi.mock('../room/ports', async (original) => ({
  ...(await original<typeof import('../room/ports')>()),
  browserPorts: () => network.ports as Ports,
}))

let server: FakeServer
let leave = async () => undefined as unknown
beforeEach(() => {
  server = new FakeServer()
  network.ports = server.ports
})
afterEach(() => leave())

const TITLE = { ko: '등불 정원', en: 'Lantern garden' }
const BLOCK = {
  payload: { ...{ blockId: 'b1', blockName: 'garden', worldName: 'agora' }, title: TITLE, state: 'complete' },
}
const at = (x: number, z: number) => ({ position: { x, y: 0, z }, yaw: 0 })
const SCENE = {
  payload: {
    ...{ blockId: 'b1', version: 1 },
    scene: {
      ...{ format: 1, size: 20, spawnPoints: [at(10, 10)], seats: [at(10, 12)] },
      objects: [{ id: 'l', kind: 'lantern', ...at(5, 5) }],
      links: [{ id: 'd', blockId: 'b2', ...at(1, 1) }],
    },
    doors: [{ blockId: 'b2', worldName: 'agora', blockName: 'cafe', title: { ko: '카페', en: 'Café' } }],
  },
}
const entry = (change: object = {}) => ({
  payload: { allowed: false, code: null, message: null, remedy: null, collection: null, ...change },
})
const VIEW = 'GET /api/v3/worlds/agora/blocks/garden'
const GET_SCENE = 'GET /api/v3/blocks/b1/scene'
const JOIN = 'POST /api/rooms/blocks%3Ab1/join'
const TICKET = { payload: { ticket: 't', instance: 0, epoch: 1, expiresAt: '2026-11-24T00:00:00Z' } }

async function open(
  answers: Record<string, unknown> = {},
  language: 'en' | 'ko' = 'en',
  path = '/agora/garden',
  visitor = false,
) {
  const page = await renderPlugin(
    <>
      <FetchAgain />
      <Routes>
        <Route path="/:worldName/:blockName" element={<RoomPage />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </>,
    {
      ...{ id: 'blocks', texts: { ko, en }, path, state: { language }, visitor },
      answers: {
        [VIEW]: BLOCK,
        [GET_SCENE]: SCENE,
        [JOIN]: TICKET,
        'GET /api/v3/blocks/b1/entry': entry(),
        'POST /api/v3/blocks/b1/entered': { payload: { entered: true } },
        ...answers,
      },
    },
  )
  leave = page.unmount
  return page
}

async function enter({ visitor = false, ...answers }: Record<string, unknown> & { visitor?: boolean } = {}) {
  const page = await open(answers, 'en', '/agora/garden', visitor)
  await page.until(() => server.sockets.length > 0)
  await page.during(() => {
    server.accept()
    server.welcome()
    server.send({
      name: 'FULL',
      tick: 100,
      members: [member(1, 'me', { pose: pose(10, 10) }), member(2, 'mina')],
    })
  })
  return page
}

it('enters a block: without WebGL as a page with people, seats, doors and chat', async () => {
  const page = await enter()
  expect(page.shown()).toContain('2 people here')
  expect(page.named('Go in').getAttribute('href')).toBe('/agora/cafe')
  await page.click(page.named('Sit on seat 1'))
  expect(server.received()).toContainEqual({ name: 'INTERACT', request: 1, object: 0, kind: 0 })
  await page.during(() => server.send({ name: 'EVENT', event: { kind: 'sit', slot: 1, seat: 0 } }))
  expect(page.shown()).toContain('You sit here')
})

it('chats, and gives the text back with the reason if it was refused', async () => {
  const page = await enter()
  await page.fill({ say: 'hello' })
  await page.during(() => page.container.querySelector<HTMLFormElement>('.bl-say')?.requestSubmit())
  expect(server.received()).toContainEqual({ name: 'CHAT', request: 1, text: 'hello' })
  await page.during(() =>
    server.send({ name: 'ERROR', request: 1, code: 'slow_mode', detail: 0, retryAfterMs: 2500 }),
  )
  await page.settle()
  expect(page.shown()).toContain('Wait 3 s and try again.')
  expect(page.container.querySelector<HTMLInputElement>('[name=say]')?.value).toBe('hello')
})

it('shows visitors the room, and the way to take part in it', async () => {
  const page = await enter({ visitor: true })
  expect(page.container.querySelector('.bl-emojis')).toBeNull()
  expect(page.named('Log in to join in')).toBeTruthy()
  await page.click(page.named('Sit on seat 1'))
  await page.during(() =>
    server.send({ name: 'ERROR', request: 1, code: 'not_allowed', detail: 0, retryAfterMs: 0 }),
  )
  await page.settle()
  expect(page.toast()).toBe('Log in to do that.')
})

it('keeps the room up while the connection comes back', async () => {
  const page = await enter()
  await page.during(() => server.cut())
  expect(page.shown()).toContain('Connection lost. Reconnecting…')
  expect(page.shown()).toContain('2 people here')
})

it('keeps the room when its block cannot be fetched again', async () => {
  let answer: object = BLOCK
  const page = await enter({ [VIEW]: () => answer })
  answer = problem(503, 'unavailable')
  await page.click(page.named('Fetch again'))
  await page.settle()
  expect(page.shown()).toContain('2 people here')
  expect(page.shown()).toContain('Could not refresh.')
  expect(server.sockets).toHaveLength(1)
})

it('says why one was kicked', async () => {
  const page = await enter()
  await page.during(() => {
    server.send({ name: 'KICK', code: 'kicked', resumable: false, reason: 'Please calm down' })
    server.cut()
  })
  expect(page.shown()).toContain('You are no longer in the room')
  expect(page.shown()).toContain('Please calm down')
})

it('says what would let one in, and lets them in afterwards', async () => {
  const message = { ko: '멤버십이 필요합니다.', en: 'You need a membership.' }
  const page = await open({
    [GET_SCENE]: problem(403, 'block_item_required'),
    'GET /api/v3/blocks/b1/entry': entry({ code: 'block_item_required', message, remedy: 'getMembership' }),
  })
  await page.until(() => page.shown().includes('You can’t enter this block'))
  expect(page.shown()).toContain('You need a membership.')
  expect(page.named('See memberships').getAttribute('href')).toBe('/agora')
})

it('leads to the collection of which an item is needed', async () => {
  const message = { ko: '아이템이 필요합니다.', en: 'You need an item.' }
  const collection = { collectionId: 'c1', name: { ko: '밤의 불빛', en: 'Lights of the night' } }
  const needed = { code: 'block_collection_required', message, remedy: 'getItem', collection }
  const page = await open({
    [GET_SCENE]: problem(403, 'block_collection_required'),
    'GET /api/v3/blocks/b1/entry': entry(needed),
  })
  await page.until(() => page.shown().includes('You need an item. Collection: Lights of the night'))
  expect(page.named('See the collection').getAttribute('href')).toBe('/collection/c1')
})

it('has a screen for each way in that fails', async () => {
  const failures: [Record<string, unknown>, string][] = [
    [{ [VIEW]: problem(404, 'block_not_found') }, 'Block not found'],
    [{ [VIEW]: problem(503, 'unavailable') }, 'Can’t connect'],
    [{ [VIEW]: problem(403, 'world_members_only') }, 'You can’t enter this block'],
    [{ [GET_SCENE]: problem(500, 'internal') }, 'Refresh and enter again'],
    [{ [JOIN]: problem(403, 'denied') }, 'You can’t enter this block'],
  ]
  for (const [answers, text] of failures) {
    const page = await open(answers)
    await page.until(() => page.shown().includes(text))
    await page.unmount()
  }
  leave = async () => undefined
})

it('enters the copy of a block for a plugin on trial, which is no visit of the block', async () => {
  const asked: string[] = []
  const join = (_: unknown, request: Request) => {
    asked.push(`join as ${request.headers.get('x-witverse-player')}`)
    return TICKET
  }
  const answers = {
    'POST /api/rooms/blocks%3Ab1%3Ax-trial/join': join,
    'POST /api/v3/blocks/b1/entered': () => asked.push('entered'),
  }
  const page = await open(answers, 'en', '/agora/garden?trial=x-trial&player=2')
  await page.until(() => server.sockets.length > 0)
  await page.during(() => {
    server.accept()
    server.welcome()
    server.send({ name: 'FULL', tick: 100, members: [member(1, 'Player2', { pose: pose(10, 10) })] })
  })
  await page.until(() => page.shown().includes('On\u00a0trial'))
  await page.settle()
  expect(asked).toEqual(['join as 2'])
})
