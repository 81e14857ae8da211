import { createTestHost, problem } from '@witverse/sdk/testing'
import { expect, it, vi } from 'vitest'
import { bytesOf, pushState, turnOff, turnOn } from './webpush'

interface Facts {
  permission?: NotificationPermission
  answer?: NotificationPermission
  subscribed?: boolean
}

/** A browser, as far as Web Push knows it. */
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

it('knows how it stands without asking for anything', async () => {
  const { page, requestPermission } = browser()
  expect(await pushState(page)).toBe('off')
  expect(await pushState(browser({ permission: 'denied' }).page)).toBe('denied')
  expect(await pushState(browser({ permission: 'granted', subscribed: true }).page)).toBe('on')
  expect(await pushState({ isSecureContext: true, navigator: {} })).toBe('unsupported')
  expect(requestPermission).not.toHaveBeenCalled()
})

it('is turned on: permission, key, subscription, platform', async () => {
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

it('stays off where it is not allowed', async () => {
  const { page } = browser({ answer: 'denied' })
  const { api, subscribe } = answers()
  expect(await turnOn(page, api)).toBe('denied')
  expect(subscribe).not.toHaveBeenCalled()
})

it('leaves nothing behind in the browser where the platform refuses', async () => {
  const { page, subscription } = browser()
  const { api } = answers(problem(422, 'push_endpoint_refused'))
  await expect(turnOn(page, api)).rejects.toMatchObject({ code: 'push_endpoint_refused' })
  expect(subscription.unsubscribe).toHaveBeenCalled()
})

it('is turned off, on both sides', async () => {
  const { page, subscription } = browser({ permission: 'granted', subscribed: true })
  const { api, remove } = answers()
  expect(await turnOff(page, api)).toBe('off')
  expect(remove).toHaveBeenCalledWith({ endpoint: 'https://push.test/1' }, expect.anything())
  expect(subscription.unsubscribe).toHaveBeenCalled()
})

it('reads keys as they are written', () => expect([...bytesOf('_-8')]).toEqual([255, 239]))
