// @vitest-environment happy-dom
import { createTestHost, problem } from '@witverse/sdk/testing'
import { expect, it, vi } from 'vitest'
import { bytesOf, pushState, turnOff, turnOn } from './webpush'

interface Facts {
  permission?: NotificationPermission
  answer?: NotificationPermission
  subscribed?: boolean
}

/** The parts of a browser that Web Push uses. */
function browser({ permission = 'default', answer = 'granted', subscribed = false }: Facts = {}) {
  const state = { permission, subscribed }
  const subscription = {
    endpoint: 'https://push.test/1',
    toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: vi.fn(async () => {
      state.subscribed = false
      return true
    }),
  }
  const registration = {
    pushManager: {
      getSubscription: async () => (state.subscribed ? subscription : null),
      subscribe: vi.fn(async (_options: PushSubscriptionOptionsInit) => {
        state.subscribed = true
        return subscription
      }),
    },
  }
  const requestPermission = vi.fn(async () => {
    state.permission = answer
    return answer
  })
  const page = {
    isSecureContext: true,
    navigator: {
      serviceWorker: {
        getRegistration: async () => registration,
        register: vi.fn(async () => registration),
        ready: Promise.resolve(registration),
      },
    },
    PushManager: class {},
    Notification: {
      get permission() {
        return state.permission
      },
      requestPermission,
    },
  }
  return { page: page as never, subscription, registration, requestPermission }
}

const answers = (subscribed: unknown = { payload: { subscriptionId: 's1' } }) => {
  const subscribe = vi.fn((_: unknown) => subscribed)
  const remove = vi.fn((_: unknown) => ({ payload: { removed: true } }))
  const { api } = createTestHost({
    answers: {
      'GET /api/push/key': { payload: { publicKey: 'BAEC_-8' } },
      'POST /api/push/subscriptions': subscribe,
      'POST /api/push/subscriptions/remove': remove,
    },
  })
  return { api, subscribe, remove }
}

it('reports its state without asking for the permission', async () => {
  const { page, requestPermission } = browser()
  expect(await pushState(page)).toBe('off')
  expect(await pushState(browser({ permission: 'denied' }).page)).toBe('denied')
  expect(await pushState(browser({ permission: 'granted', subscribed: true }).page)).toBe('on')
  expect(await pushState({ isSecureContext: true, navigator: {} })).toBe('unsupported')
  expect(requestPermission).not.toHaveBeenCalled()
})

it('turns on: permission, key, subscription, server', async () => {
  const { page, registration } = browser()
  const { api, subscribe } = answers()
  expect(await turnOn(page, api)).toBe('on')
  expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: new Uint8Array([4, 1, 2, 255, 239]),
  })
  expect(subscribe).toHaveBeenCalledWith(
    { endpoint: 'https://push.test/1', keys: { p256dh: 'P', auth: 'A' } },
    expect.anything(),
  )
})

it('stays off without the permission', async () => {
  const { page } = browser({ answer: 'denied' })
  const { api, subscribe } = answers()
  expect(await turnOn(page, api)).toBe('denied')
  expect(subscribe).not.toHaveBeenCalled()
})

it('unsubscribes in the browser if the server refuses', async () => {
  const { page, subscription } = browser()
  const { api } = answers(problem(422, 'push_endpoint_refused'))
  await expect(turnOn(page, api)).rejects.toMatchObject({ code: 'push_endpoint_refused' })
  expect(subscription.unsubscribe).toHaveBeenCalled()
})

it('turns off in the browser and on the server', async () => {
  const { page, subscription } = browser({ permission: 'granted', subscribed: true })
  const { api, remove } = answers()
  expect(await turnOff(page, api)).toBe('off')
  expect(remove).toHaveBeenCalledWith({ endpoint: 'https://push.test/1' }, expect.anything())
  expect(subscription.unsubscribe).toHaveBeenCalled()
})

it('decodes base64url keys', () => expect([...bytesOf('_-8')]).toEqual([255, 239]))
