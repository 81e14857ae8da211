import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import type { FrameContext, RoomListener } from './index.js'
import {
  type FrameConnection,
  FrameProvider,
  useCall,
  useCaller,
  useConnection,
  useEscrow,
  useLanguage,
  usePay,
  useRoom,
  useTheme,
} from './react.js'

const CONTEXT: FrameContext = {
  language: 'en',
  theme: 'dark',
  worldName: 'hanok',
  page: '/',
  slot: null,
  person: { id: 'a', nickname: 'minji' },
  maxCharge: 5,
  room: { blockId: 'b', roomId: 'r', isModerator: false },
  event: null,
}

/** A connection without a shell. */
function fakeConnection(first: FrameContext | null = CONTEXT) {
  let context = first
  const listeners = new Set<() => void>()
  const call = vi.fn<(method: string, path: string) => Promise<unknown>>()
  const pay = vi.fn<() => Promise<string>>()
  const escrow = vi.fn<(itemId: string, durationMinutes?: number) => Promise<string>>()
  const room = vi.fn((_: RoomListener) => ({ highlight: vi.fn(), walkTo: vi.fn(), serverNow: () => 7 }))
  const connection: FrameConnection = {
    frame: { call, pay, escrow, room } as unknown as FrameConnection['frame'],
    context: () => context,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const send = (next: FrameContext) => {
    context = next
    for (const listener of listeners) listener()
  }
  return { connection, call, pay, escrow, room, send }
}

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

async function render(connection: FrameConnection, page: ReactNode) {
  const element = document.createElement('div')
  const root = createRoot(element)
  await act(async () =>
    root.render(
      <FrameProvider connection={connection} fallback="connecting">
        {page}
      </FrameProvider>,
    ),
  )
  ended.push(() => act(async () => root.unmount()))
  return element
}

function Facts() {
  const { context } = useConnection()
  const { status, person } = useCaller()
  return `${context.worldName} ${status} ${person?.nickname} ${useLanguage().language} ${useTheme().theme}`
}

it('renders the page after the first context, and again after each change', async () => {
  const { connection, send } = fakeConnection(null)
  const page = await render(connection, <Facts />)
  expect(page.textContent).toBe('connecting')
  await act(async () => send(CONTEXT))
  expect(page.textContent).toBe('hanok member minji en dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await act(async () => send({ ...CONTEXT, language: 'ko', person: null }))
  expect(page.textContent).toBe('hanok visitor undefined ko dark')
  expect(document.documentElement.lang).toBe('ko')
})

it('says what is missing outside of a provider', async () => {
  const root = createRoot(document.createElement('div'), { onUncaughtError: () => {} })
  await expect(act(async () => root.render(<Facts />))).rejects.toThrow('FrameProvider')
})

function Lines({ path, enabled = true }: { path: string; enabled?: boolean }) {
  const { data, error, loading, refetch } = useCall<string>(path, { enabled })
  return (
    <button type="button" onClick={() => void refetch()}>
      {loading ? 'loading' : (error?.message ?? data ?? 'idle')}
    </button>
  )
}

it('calls a route, keeps its answer, and calls again', async () => {
  const { connection, call } = fakeConnection()
  const answers: ((value: string) => void)[] = []
  call.mockImplementation(() => new Promise((resolve) => answers.push(resolve as (value: string) => void)))
  const page = await render(connection, <Lines path="/lines" />)
  const button = page.querySelector('button')
  expect(page.textContent).toBe('loading')
  expect(call).toHaveBeenCalledWith('GET', '/lines')
  await act(async () => button?.click())
  // The first answer arrives after the second request, and is dropped.
  await act(async () => answers[0]?.('old'))
  expect(page.textContent).toBe('loading')
  await act(async () => answers[1]?.('new'))
  expect(page.textContent).toBe('new')
  call.mockRejectedValueOnce(new Error('It is closed.'))
  await act(async () => button?.click())
  expect(page.textContent).toBe('It is closed.')
})

it('calls nothing while it is not enabled', async () => {
  const { connection, call } = fakeConnection()
  const page = await render(connection, <Lines path="/lines" enabled={false} />)
  expect(page.textContent).toBe('idle')
  expect(call).not.toHaveBeenCalled()
})

function Buy() {
  const { pay, error, maxCharge } = usePay()
  const buy = async () => document.body.setAttribute('data-charge', String(await pay(3, 'A life')))
  return (
    <button type="button" onClick={() => void buy()}>
      {maxCharge} {error?.message}
    </button>
  )
}

it('asks to pay; a no is no error', async () => {
  const { connection, pay } = fakeConnection()
  const page = await render(connection, <Buy />)
  const click = () => act(async () => page.querySelector('button')?.click())
  pay.mockResolvedValueOnce('charge-1')
  await click()
  expect(document.body.dataset.charge).toBe('charge-1')
  pay.mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'payment_declined' }))
  await click()
  expect([document.body.dataset.charge, page.textContent]).toEqual(['null', '5 '])
  pay.mockRejectedValueOnce(Object.assign(new Error('Wait.'), { code: 'too_many_requests' }))
  await click()
  expect(page.textContent).toBe('5 Wait.')
})

function Stake() {
  const { escrow, error } = useEscrow()
  const ask = async () => document.body.setAttribute('data-until', String(await escrow('item-1', 60)))
  return (
    <button type="button" onClick={() => void ask()}>
      {error?.message}
    </button>
  )
}

it('asks for an item; a no is no error', async () => {
  const { connection, escrow } = fakeConnection()
  const page = await render(connection, <Stake />)
  const click = () => act(async () => page.querySelector('button')?.click())
  escrow.mockResolvedValueOnce('2026-12-01T00:00:00Z')
  await click()
  expect(escrow).toHaveBeenCalledWith('item-1', 60)
  expect(document.body.dataset.until).toBe('2026-12-01T00:00:00Z')
  escrow.mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'escrow_declined' }))
  await click()
  expect([document.body.dataset.until, page.textContent]).toEqual(['null', ''])
  escrow.mockRejectedValueOnce(Object.assign(new Error('Wait.'), { code: 'too_many_requests' }))
  await click()
  expect(page.textContent).toBe('Wait.')
})

function Game({ onEvent }: { onEvent: RoomListener['onEvent'] }) {
  const { room, people, state } = useRoom(onEvent ? { onEvent } : {})
  return `${room?.serverNow() ?? 'no room'} ${people.map(({ name }) => name)} ${JSON.stringify(state)}`
}

it('follows the room with the latest listener', async () => {
  const { connection, room } = fakeConnection()
  const [first, second] = [vi.fn(), vi.fn()]
  const page = await render(connection, <Game onEvent={first} />)
  const listener = room.mock.calls[0]?.[0]
  await act(async () => {
    listener?.onPeople?.([{ id: 'a', name: 'minji', isSelf: true }])
    listener?.onState?.({ lit: 3 })
    listener?.onEvent?.('bell', 1)
  })
  expect(page.textContent).toBe('7 minji {"lit":3}')
  expect(first).toHaveBeenCalledWith('bell', 1)
  const other = await render(connection, <Game onEvent={second} />)
  room.mock.calls.at(-1)?.[0].onEvent?.('bell', 2)
  expect(second).toHaveBeenCalledWith('bell', 2)
  expect(other.textContent).toContain('7')
})

it('has no room on a page of the world', async () => {
  const { connection, room } = fakeConnection({ ...CONTEXT, room: null })
  const page = await render(connection, <Game onEvent={undefined} />)
  expect(page.textContent).toBe('no room  null')
  expect(room).not.toHaveBeenCalled()
})
