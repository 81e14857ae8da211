// @vitest-environment happy-dom
import type { ApiError } from '@witverse/api-client'
import { expect, it, vi } from 'vitest'
import { createTestHost, problem } from '../testing'
import { appOf, createBridge } from './bridge'

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605.1 WitverseApp/3.2.1 iOS'
const ME = '0190a1b2-0000-7000-8000-000000000001'
const ANDROID = 'Mozilla/5.0 (Linux; Android 17) Chrome/150 Mobile WitverseApp/3.2'

it.each([
  [IOS, { platform: 'ios', version: '3.2.1' }],
  [ANDROID, { platform: 'android', version: '3.2' }],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/605.1', null],
  ['NotWitverseApp/1 iOS', null],
])('detects the app in the user agent %s', (userAgent, app) => expect(appOf(userAgent)).toEqual(app))

function setUp(userAgent: string, answers: Record<string, unknown> = {}, account: string | undefined = ME) {
  const sent = vi.fn()
  const page: Parameters<typeof createBridge>[0] = {
    navigator: { userAgent },
    ...(userAgent === IOS
      ? { webkit: { messageHandlers: { witverse: { postMessage: sent } } } }
      : { WitverseBridge: { postMessage: sent } }),
  }
  const bridge = createBridge(page, createTestHost({ answers }).api, () => account)
  return { bridge, sent, tell: (message: unknown) => page.witverse?.receive?.(message), page }
}

it('requests a purchase from the App Store and credits it on the server', async () => {
  const credited = vi.fn(() => ({ payload: { id: 'o1', state: 'paid' } }))
  const { bridge, sent, tell } = setUp(IOS, { 'POST /api/v2/wallet/purchases/apple': credited })
  const order = bridge.purchase('wit.1000')
  expect(sent).toHaveBeenCalledWith({ type: 'purchase', productId: 'wit.1000', accountId: ME })
  tell({ type: 'purchased', productId: 'wit.1000', signedTransaction: 'a.b.c' })
  expect(await order).toMatchObject({ id: 'o1' })
  expect(sent).toHaveBeenLastCalledWith({ type: 'credited', productId: 'wit.1000' })
  expect(credited).toHaveBeenCalledWith({ signedTransaction: 'a.b.c' }, expect.anything())
})

it('exchanges JSON strings with the Android app', async () => {
  const credited = vi.fn(() => ({ payload: { id: 'o2' } }))
  const { bridge, sent, tell } = setUp(ANDROID, { 'POST /api/v2/wallet/purchases/google': credited })
  const order = bridge.purchase('wit.500')
  expect(sent).toHaveBeenCalledWith(`{"type":"purchase","productId":"wit.500","accountId":"${ME}"}`)
  tell('{"type":"purchased","productId":"wit.500","purchaseToken":"t"}')
  expect(await order).toMatchObject({ id: 'o2' })
  expect(credited).toHaveBeenCalledWith({ productId: 'wit.500', purchaseToken: 't' }, expect.anything())
})

it('credits a purchase that the app reports without a request, and ignores other messages', async () => {
  const credited = vi.fn(() => ({ payload: { id: 'o3' } }))
  const { tell } = setUp(IOS, { 'POST /api/v2/wallet/purchases/apple': credited })
  for (const noise of ['{', null, 7, { type: 'purchased' }, { type: 'other', productId: 'x' }]) tell(noise)
  tell({ type: 'purchased', productId: 'wit.1000', signedTransaction: 'x' })
  await vi.waitFor(() => expect(credited).toHaveBeenCalledTimes(1))
})

it.each([
  ['purchase-cancelled', 'dismissed'],
  ['purchase-failed', 'purchase_failed'],
])('rejects the purchase on %s', async (type, code) => {
  const { bridge, tell } = setUp(IOS)
  const order = bridge.purchase('wit.1000')
  tell({ type, productId: 'wit.1000' })
  await expect(order).rejects.toMatchObject({ code })
})

it('rejects with the error of the server if crediting fails', async () => {
  const { bridge, tell } = setUp(IOS, {
    'POST /api/v2/wallet/purchases/apple': problem(409, 'purchase_used'),
  })
  const order = bridge.purchase('wit.1000').catch((error: ApiError) => error.code)
  tell({ type: 'purchased', productId: 'wit.1000', signedTransaction: 'x' })
  expect(await order).toBe('purchase_used')
})

it('does not start a purchase for a visitor', async () => {
  const { bridge, sent } = setUp(IOS, {}, '')
  await expect(bridge.purchase('wit.1000')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(sent).not.toHaveBeenCalled()
})

it('does nothing in a browser', async () => {
  const page: Parameters<typeof createBridge>[0] = { navigator: { userAgent: 'Mozilla/5.0' } }
  const bridge = createBridge(page, createTestHost().api, () => ME)
  expect(page.witverse).toBeUndefined()
  await expect(bridge.purchase('wit.1000')).rejects.toMatchObject({ code: 'store_unavailable' })
})
