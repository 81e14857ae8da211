import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { Order } from '../api/types'
import { order, paid, renderWallet, WALLET } from '../testing/pages'
import ChargeCompletePage from './ChargeCompletePage'

const CONFIRM = 'POST /api/v2/wallet/orders/o1/confirm'

let leave = async () => undefined as unknown
afterEach(async () => {
  await leave()
  vi.useRealTimers()
})

async function open(answers: Record<string, unknown>, path = '/charge/complete?orderId=o1') {
  const page = await renderWallet(<ChargeCompletePage />, { path, answers })
  leave = page.unmount
  return page
}

it('shows the credited amount and the new balance', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
  const page = await open({
    [CONFIRM]: { payload: paid() },
    'GET /api/v2/wallet': { payload: { ...WALLET, balanceHundredths: 224_050 } },
  })
  expect(page.container.querySelector('.wl-outcome-figure [aria-hidden]')?.textContent).toBe('1,000')
  expect(page.shown()).toContain('You now have 2,240.50 WIT ($22.41).')
  expect(page.named('Receipt').getAttribute('href')).toBe('/order/complete?id=o1')
})

const failure = (code: string) => ({ code, message: { ko: '한도 초과', en: 'The limit is exceeded.' } })

it.each<[string, Partial<Order>, string]>([
  ['declined', { state: 'failed', failure: failure('card_declined') }, 'The limit is exceeded.'],
  ['cancelled', { state: 'cancelled' }, 'Payment cancelled'],
  ['expired', { state: 'expired' }, 'This order has expired'],
  [
    'another amount',
    { state: 'failed', failure: failure('payment_amount_mismatch') },
    "The amount paid doesn't match the order",
  ],
])('shows that nothing was paid: %s', async (_name, facts, said) => {
  const page = await open({ [CONFIRM]: { payload: order({ checkout: null, ...facts }) } })
  expect(page.shown()).toContain(said)
  expect(page.named('Try again').getAttribute('href')).toBe('/charge?wit=1000')
})

it('links back to the order sheet of an unpaid order', async () => {
  const page = await open({ [CONFIRM]: { payload: order() } })
  expect(page.named('Continue payment').getAttribute('href')).toBe('/order?id=o1')
})

it.each([
  ['not mine', problem(404, 'order_not_found'), 'Order not found'],
  ['wrong amount', problem(409, 'payment_amount_mismatch'), "doesn't match the order"],
])('explains a refused confirmation: %s', async (_name, answer, said) => {
  const page = await open({ [CONFIRM]: answer })
  expect(page.shown()).toContain(said)
})

it('retries if the provider was unreachable', async () => {
  const language = { ko: '연결 실패', en: 'The provider does not answer.' }
  const answers = [problem(503, 'payment_unavailable', { language }), { payload: paid() }]
  const page = await open({ [CONFIRM]: () => answers.shift() })
  expect(page.shown()).toContain('The provider does not answer.')
  await page.click(page.named('Check again'))
  await page.settle()
  expect(page.shown()).toContain('Top-up complete')
})

it('updates itself once a payment is decided', async () => {
  const answers = [order({ state: 'pending' }), paid()]
  const confirm = vi.fn(() => ({ payload: answers.length > 1 ? answers.shift() : answers[0] }))
  const page = await open({ [CONFIRM]: confirm })
  expect(page.shown()).toContain('Confirming your payment')
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'other', state: 'paid' } }),
  )
  await page.settle()
  expect(confirm).toHaveBeenCalledTimes(1)
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'o1', state: 'paid' } }),
  )
  await page.settle()
  expect(page.shown()).toContain('Top-up complete')
})

it('shows "not found" without an order', async () => {
  const page = await open({}, '/charge/complete')
  expect(page.shown()).toContain('Order not found')
})
