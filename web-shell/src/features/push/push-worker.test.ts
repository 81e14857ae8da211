import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'

const source = readFileSync(path.resolve(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://witverse.test'

/** Runs the worker with mocks of its globals. */
function start(pages: object[] = []) {
  const listeners: Record<string, (event: object) => void> = {}
  const waited: Promise<unknown>[] = []
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (kind: string, listener: (event: object) => void) => {
      listeners[kind] = listener
    },
    registration: { showNotification: vi.fn(async () => undefined) },
    clients: { matchAll: async () => pages, openWindow: vi.fn(async () => undefined) },
  }
  new Function('self', source)(self)
  const send = async (kind: string, event: object) => {
    listeners[kind]?.({ ...event, waitUntil: (promise: Promise<unknown>) => waited.push(promise) })
    await Promise.all(waited)
  }
  return {
    self,
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

it('focuses an open page or opens a new one, and never another site', async () => {
  const page = { focus: vi.fn(async () => undefined), navigate: vi.fn(async () => undefined) }
  const open = start([page])
  await open.click('/gifts?id=1')
  expect(page.focus).toHaveBeenCalled()
  expect(page.navigate).toHaveBeenCalledWith(`${ORIGIN}/gifts?id=1`)
  const none = start()
  await none.click('https://evil.test/')
  expect(none.self.clients.openWindow).toHaveBeenCalledWith(ORIGIN)
})
