import { expect, it } from 'vitest'
import { parseMessage, RateLimit, unreadId } from './bridge'

const call = (change: Record<string, unknown>) =>
  parseMessage({ witverse: 1, type: 'call', id: 1, method: 'POST', path: '/laps', ...change })

it('reads the messages of a frame', () => {
  expect(parseMessage({ witverse: 1, type: 'ready' })).toEqual({ type: 'ready' })
  expect(parseMessage({ witverse: 1, type: 'left' })).toEqual({ type: 'left' })
  expect(parseMessage({ witverse: 1, type: 'resize', height: 12.4 })).toEqual({ type: 'resize', height: 12 })
  expect(call({ body: { a: 1 }, more: 1 })).toEqual({
    type: 'call',
    id: 1,
    method: 'POST',
    path: '/laps',
    body: { a: 1 },
  })
  expect(call({ method: 'GET', path: '/laps/a-1?page=2&q=%20' })).not.toBeNull()
})

it('knows who waits for the answer to a request that does not fit', () => {
  expect(call({ path: '/a b' })).toBeNull()
  expect(unreadId({ witverse: 1, type: 'call', id: 7, method: 'GET', path: '/a b' })).toBe(7)
  expect(unreadId({ witverse: 1, type: 'file', id: 7, name: '../x' })).toBe(7)
  for (const other of [null, {}, { witverse: 1, type: 'call' }, { witverse: 1, type: 'answer', id: 7 }])
    expect(unreadId(other)).toBeNull()
})

it.each([
  null,
  'ready',
  42,
  {},
  { type: 'ready' },
  { witverse: 2, type: 'ready' },
  { witverse: 1, type: 'navigate', to: '/wallet' },
  { witverse: 1, type: 'resize', height: Number.NaN },
  { witverse: 1, type: 'resize', height: 1e9 },
])('drops what is no message: %j', (data) => expect(parseMessage(data)).toBeNull())

it.each([
  '/../wallet',
  '/a/../../api/user',
  '/a/%2e%2e/b',
  '//evil.example/a',
  'https://evil.example/a',
  'laps',
  '/a#b',
  '/a?b?c',
  '/a\\b',
  '/',
  `/${'a'.repeat(500)}`,
])('drops a call that leads out of the install: %s', (path) => expect(call({ path })).toBeNull())

it('reads what a page asks to be paid, as one line of text', () => {
  const pay = (change: Record<string, unknown>) =>
    parseMessage({ witverse: 1, type: 'pay', id: 3, amount: 20, reason: 'A second life', ...change })
  expect(pay({})).toEqual({ type: 'pay', id: 3, amount: 20, reason: 'A second life' })
  expect(pay({ reason: ' A\n\n second\tlife ' })).toMatchObject({ reason: 'A second life' })
  for (const amount of [0, -5, 1.5, 1_000_001, '20', null]) expect(pay({ amount })).toBeNull()
  for (const reason of ['', ' \n ', 7, 'x'.repeat(101)]) expect(pay({ reason })).toBeNull()
  expect(pay({ id: 'a' })).toBeNull()
})

it('reads which item a page asks for, and for how long', () => {
  const itemId = '0190f3a0-0000-7000-8000-00000000000a'
  const escrow = (change: Record<string, unknown>) =>
    parseMessage({ witverse: 1, type: 'escrow', id: 3, itemId, ...change })
  expect(escrow({})).toEqual({ type: 'escrow', id: 3, itemId, durationMinutes: 10_080 })
  expect(escrow({ durationMinutes: 43_200 })).toMatchObject({ durationMinutes: 43_200 })
  for (const durationMinutes of [0, -1, 1.5, 43_201, '60', null])
    expect(escrow({ durationMinutes })).toBeNull()
  for (const id of ['', '../wallet', `${itemId}/use`, 7, null]) expect(escrow({ itemId: id })).toBeNull()
  expect(escrow({ id: 'a' })).toBeNull()
})

it('drops calls with other methods, ids and bodies', () => {
  expect(call({ method: 'TRACE' })).toBeNull()
  expect(call({ id: 1.5 })).toBeNull()
  expect(call({ method: 'GET', body: 1 })).toBeNull()
  expect(call({ body: 'x'.repeat(300_000) })).toBeNull()
  const circle: Record<string, unknown> = {}
  circle.self = circle
  expect(call({ body: circle })).toBeNull()
})

it('allows a burst and then a rate', () => {
  const limit = new RateLimit(10, 3, 0)
  expect([limit.take(0), limit.take(0), limit.take(0), limit.take(0)]).toEqual([true, true, true, false])
  expect([limit.take(100), limit.take(100)]).toEqual([true, false])
  expect([limit.take(10_000), limit.take(10_000), limit.take(10_000), limit.take(10_000)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('reads the name of a file, which is no path', () => {
  const file = (name: unknown, id: unknown = 2) => parseMessage({ witverse: 1, type: 'file', id, name })
  expect(file('drawing-1.png')).toEqual({ type: 'file', id: 2, name: 'drawing-1.png' })
  for (const name of ['', '.', '..', '.a', 'a/b', '../a', 'a%2fb', 'a?b', 'a'.repeat(101), 7, null])
    expect(file(name)).toBeNull()
  expect(file('a', 'b')).toBeNull()
})
