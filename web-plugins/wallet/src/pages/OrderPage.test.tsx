import { OUTSIDE } from '@witverse/sdk/payments'
import { list, problem } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OFFERS, order, paid, renderWallet } from '../testing/pages'
import OrderPage from './OrderPage'

let leave = async () => undefined as unknown
beforeEach(() => vi.spyOn(OUTSIDE, 'go').mockImplementation(() => undefined))
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown> = {}) {
  const page = await renderWallet(<OrderPage />, {
    path,
    answers: { 'GET /api/v2/wallet/offers': { payload: OFFERS }, ...answers },
  })
  leave = page.unmount
  return page
}

it('does not pay without the agreement', async () => {
  const create = vi.fn()
  const page = await open('/order?wit=1000&currency=KRW', { 'POST /api/v2/wallet/orders': create })
  await page.click(page.named('Pay ₩13,890'))
  await page.settle()
  expect(page.shown()).toContain('Please agree to the payment first.')
  expect(create).not.toHaveBeenCalled()
})

it('creates one order with the agreement and goes to the provider', async () => {
  const keys: unknown[] = []
  const create = vi.fn((_: unknown, request: Request) => {
    keys.push(request.headers.get('idempotency-key'))
    return Response.json({ payload: order() }, { status: 201 })
  })
  const page = await open('/order?wit=1000&currency=KRW', {
    'POST /api/v2/wallet/orders': create,
    'GET /api/v2/wallet/orders/o1': { payload: order() },
  })
  await page.tick('agreed')
  await page.click(page.named('Pay ₩13,890'))
  await page.settle()
  expect(create.mock.calls[0]?.[0]).toEqual({ wit: 1_000, currency: 'KRW', agreed: true })
  expect(keys[0]).toMatch(/^1000-KRW-[0-9a-f]{32}$/)
  expect(OUTSIDE.go).toHaveBeenCalledWith('/sandbox/pay/p1?lang=en')
})

it('redirects to the orders if too many are open', async () => {
  const language = { ko: '5건', en: 'You have 5 unpaid orders.' }
  const page = await open('/order?wit=1000&currency=KRW', {
    'POST /api/v2/wallet/orders': problem(409, 'order_limit', { language }),
    'GET /api/v2/wallet/orders': list(order()),
  })
  await page.tick('agreed')
  await page.click(page.named('Pay ₩13,890'))
  await page.settle()
  expect(page.toast()).toBe('You have 5 unpaid orders.')
  expect(page.shown()).toContain('Your top-ups, incl')
})

it('asks for a new agreement if the price has changed', async () => {
  const dearer = order({ price: { currency: 'KRW', amountMinor: 14_000 } })
  const page = await open('/order?wit=1000&currency=KRW', {
    'POST /api/v2/wallet/orders': { payload: dearer },
    'GET /api/v2/wallet/orders/o1': { payload: dearer },
  })
  await page.tick('agreed')
  await page.click(page.named('Pay ₩13,890'))
  await page.settle()
  expect(OUTSIDE.go).not.toHaveBeenCalled()
  expect(page.shown()).toContain('The exchange rate just changed.')
  await page.tick('agreed')
  await page.click(page.named('Pay ₩14,000'))
  await page.settle()
  expect(OUTSIDE.go).toHaveBeenCalledWith('/sandbox/pay/p1?lang=en')
})

it('shows an open order with the time left, and cancels it', async () => {
  const cancel = vi.fn(() => ({ payload: order({ state: 'cancelled', checkout: null }) }))
  const page = await open('/order?id=o1', {
    'GET /api/v2/wallet/orders/o1': { payload: order() },
    'POST /api/v2/wallet/orders/o1/cancel': cancel,
    'GET /api/v2/wallet/orders': list(),
  })
  expect(page.shown()).toMatch(/59 m 5\d s|1 h 00 m 00 s/)
  await page.click(page.named('Cancel order'))
  await page.settle()
  expect(cancel).toHaveBeenCalled()
  expect(page.toast()).toBe('The order was cancelled. You were not charged.')
})

it('does not offer to pay after the time is over', async () => {
  const late = order({ expiresAt: '2026-11-01T00:00:00Z' })
  const page = await open('/order?id=o1', { 'GET /api/v2/wallet/orders/o1': { payload: late } })
  expect(page.shown()).toContain('This order has expired.')
  expect(page.named('Top up again').getAttribute('href')).toBe('/charge?wit=1000')
})

it.each([
  [paid(), '/order/complete'],
  [order({ state: 'pending' }), '/charge/complete'],
])('redirects to the page of the order’s state: %#', async (found, place) => {
  const page = await open('/order?id=o1', { 'GET /api/v2/wallet/orders/o1': { payload: found } })
  expect(page.place.path).toBe(place)
})

it('shows "not found" for orders of others', async () => {
  const page = await open('/order?id=o1', { 'GET /api/v2/wallet/orders/o1': problem(404, 'order_not_found') })
  expect(page.shown()).toContain('Order not found')
})

it('refuses an invalid amount in the address', async () => {
  const page = await open('/order?wit=7')
  expect(page.place.path).toBe('/charge')
})

it('lists orders with their next action', async () => {
  const page = await open('/order', {
    'GET /api/v2/wallet/orders': list(
      order(),
      paid({ id: 'o2' }),
      order({ id: 'o3', state: 'failed' }),
      order({ id: 'o4', state: 'pending' }),
    ),
  })
  expect(page.named('Pay').getAttribute('href')).toBe('/order?id=o1')
  expect(page.named('Receipt').getAttribute('href')).toBe('/order/complete?id=o2')
  expect(page.named('Details').getAttribute('href')).toBe('/order/complete?id=o3')
  expect(page.named('Check').getAttribute('href')).toBe('/charge/complete?orderId=o4')
})

it('shows an empty state', async () => {
  const page = await open('/order', { 'GET /api/v2/wallet/orders': list() })
  expect(page.shown()).toContain('No orders yet')
})

it('requests a refund from the list', async () => {
  const refund = vi.fn(() => ({ payload: paid({ state: 'refunding', refundable: false }) }))
  const page = await open('/order', {
    'GET /api/v2/wallet/orders': list(paid()),
    'POST /api/v2/wallet/orders/o1/refund': refund,
  })
  await page.click(page.named('Request a refund'))
  await page.fill({ reason: 'no' })
  await page.click(page.named('Send request'))
  expect(page.shown()).toContain('Please write at least 5 characters.')
  await page.fill({ reason: '  I pressed the wrong pack. ' })
  await page.click(page.named('Send request'))
  await page.settle()
  expect(refund).toHaveBeenCalledWith({ reason: 'I pressed the wrong pack.' }, expect.anything())
  expect(page.toast()).toBe('Your request has been sent.')
})

it('hides card payment on iOS', async () => {
  vi.stubGlobal('navigator', { userAgent: 'WitverseApp/3.2 iOS' })
  const draft = await open('/order?wit=1000&currency=KRW')
  expect(draft.place.path).toBe('/charge')
  await draft.unmount()
  const made = await open('/order?id=o1', { 'GET /api/v2/wallet/orders/o1': { payload: order() } })
  expect(made.place.path).toBe('/order/complete')
})
