// @vitest-environment happy-dom
import { createTestHost } from '@witverse/sdk/testing'
import { expect, it, vi } from 'vitest'
import { forgetPush } from './forget-push'

const platform = () => {
  const remove = vi.fn((_: unknown) => ({ payload: { removed: true } }))
  const { api } = createTestHost({ answers: { 'POST /api/push/subscriptions/remove': remove } })
  return { api, remove }
}
const browser = (subscription: object | null) =>
  ({
    serviceWorker: {
      getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
    },
  }) as never

it('ends the subscription in the browser and on the server', async () => {
  const { api, remove } = platform()
  const unsubscribe = vi.fn(async () => true)
  await forgetPush(browser({ endpoint: 'https://push.test/1', unsubscribe }), api)
  expect(unsubscribe).toHaveBeenCalled()
  expect(remove).toHaveBeenCalledWith({ endpoint: 'https://push.test/1' }, expect.anything())
})

it('does nothing without a subscription', async () => {
  const { api, remove } = platform()
  await forgetPush(browser(null), api)
  await forgetPush({}, api)
  expect(remove).not.toHaveBeenCalled()
})
