import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'

const source = readFileSync(path.resolve(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://witverse.test'

const subscription = (name: string) => ({
  endpoint: `https://push.test/${name}`,
  options: { userVisibleOnly: true },
  toJSON: () => ({ endpoint: `https://push.test/${name}`, keys: { p256dh: 'p', auth: 'a' } }),
})

/** Runs the worker with mocks of its globals. */
function start(pages: object[] = [], kept = new Map<string, Response>()) {
  const listeners: Record<string, (event: object) => void> = {}
  const waited: Promise<unknown>[] = []
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (kind: string, listener: (event: object) => void) => {
      listeners[kind] = listener
    },
    registration: {
      showNotification: vi.fn(async () => undefined),
      pushManager: {
        subscribe: vi.fn(async () => subscription('new')),
        getSubscription: async () => subscription('old'),
      },
    },
    caches: {
      open: async () => ({
        put: async (key: string, answer: Response) => kept.set(key, answer),
        match: async (key: string) => kept.get(key),
      }),
    },
    clients: { matchAll: async () => pages, openWindow: vi.fn(async () => undefined) },
  }
  const fetched = vi.fn(async () => Response.json({ payload: { publicKey: 'key' } }))
  new Function('self', 'fetch', 'caches', source)(self, fetched, self.caches)
  const send = async (kind: string, event: object) => {
    listeners[kind]?.({ ...event, waitUntil: (promise: Promise<unknown>) => waited.push(promise) })
    await Promise.all(waited)
  }
  return {
    self,
    fetched,
    message: () => send('message', {}),
    change: (event: object) => send('pushsubscriptionchange', event),
    push: (json: () => unknown) => send('push', { data: { json } }),
    click: (link: string) => send('notificationclick', { notification: { close: vi.fn(), data: { link } } }),
  }
}

it('shows the content of a push message', async () => {
  const { self, push } = start()
  await push(() => ({ title: 'A gift', body: 'From theo', link: '/gifts?id=1', tag: 'gift:1' }))
  expect(self.registration.showNotification).toHaveBeenCalledWith('A gift', {
    body: 'From theo',
    icon: '/assets/shell/mark.svg',
    data: { link: '/gifts?id=1' },
    tag: 'gift:1',
    renotify: true,
  })
})

it('shows a generic notification for unreadable content', async () => {
  const { self, push } = start()
  await push(() => JSON.parse('{'))
  expect(self.registration.showNotification).toHaveBeenCalledWith(
    'Witverse',
    expect.objectContaining({ data: { link: '/' } }),
  )
})

it('focuses the page that is there already, leaves others where they are, and never opens another site', async () => {
  const page = (path: string) => ({
    url: ORIGIN + path,
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(),
  })
  const [room, gift] = [page('/reef/ruin'), page('/gifts?id=1')]
  const there = start([room, gift])
  await there.click('/gifts?id=1')
  expect(gift.focus).toHaveBeenCalled()
  const elsewhere = start([room])
  await elsewhere.click('/gifts?id=1')
  expect(elsewhere.self.clients.openWindow).toHaveBeenCalledWith(`${ORIGIN}/gifts?id=1`)
  expect([room.focus.mock.calls, room.navigate.mock.calls]).toEqual([[], []])
  const none = start()
  await none.click('https://evil.test/')
  expect(none.self.clients.openWindow).toHaveBeenCalledWith(ORIGIN)
})

it('tells the server of a subscription that the browser has replaced', async () => {
  const body = JSON.stringify({
    endpoint: 'https://push.test/old',
    subscription: { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } },
  })
  for (const newSubscription of [subscription('new'), null]) {
    const { self, change, fetched } = start()
    await change({ oldSubscription: subscription('old'), newSubscription })
    expect(fetched).toHaveBeenCalledWith('/api/push/subscriptions/renew', expect.objectContaining({ body }))
    expect(self.registration.pushManager.subscribe.mock.calls.length).toBe(newSubscription ? 0 : 1)
  }
  const unknown = start()
  await unknown.change({ oldSubscription: null, newSubscription: null })
  expect(unknown.fetched).not.toHaveBeenCalled()
})

it('knows the replaced subscription when the browser does not name it', async () => {
  const { self, message, change, fetched } = start()
  await message()
  await change({ oldSubscription: null, newSubscription: null })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: 'key',
  })
  expect(fetched).toHaveBeenLastCalledWith(
    '/api/push/subscriptions/renew',
    expect.objectContaining({ body: expect.stringContaining('"endpoint":"https://push.test/old"') }),
  )
})
