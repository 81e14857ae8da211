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

it('says what was credited, and the new balance', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
  const page = await open({
    [CONFIRM]: { payload: paid() },
    'GET /api/v2/wallet': { payload: { ...WALLET, balanceHundredths: 224_050 } },
  })
  expect(page.container.querySelector('.wl-outcome-figure [aria-hidden]')?.textContent).toBe('1,000')
  expect(page.shown()).toContain('You have 2,240.50 WIT now.')
  expect(page.named('Receipt').getAttribute('href')).toBe('/order/complete?id=o1')
})

const failure = (code: string) => ({ code, message: { ko: '한도 초과', en: 'The limit is exceeded.' } })

it.each<[string, Partial<Order>, string]>([
  ['declined', { state: 'failed', failure: failure('card_declined') }, 'The limit is exceeded.'],
  ['cancelled', { state: 'cancelled' }, 'The payment was cancelled'],
  ['expired', { state: 'expired' }, 'The time to pay is over'],
  [
    'another amount',
    { state: 'failed', failure: failure('payment_amount_mismatch') },
    'The amount paid is not the amount ordered',
  ],
])('says that nothing was bought: %s', async (_name, facts, said) => {
  const page = await open({ [CONFIRM]: { payload: order({ checkout: null, ...facts }) } })
  expect(page.shown()).toContain(said)
  expect(page.named('Try again').getAttribute('href')).toBe('/charge?wit=1000')
})

it('leads back to the sheet who came back without having paid', async () => {
  const page = await open({ [CONFIRM]: { payload: order() } })
  expect(page.named('Go on paying').getAttribute('href')).toBe('/order?id=o1')
})

it.each([
  ['not mine', problem(404, 'order_not_found'), 'There is no such order'],
  ['wrong amount', problem(409, 'payment_amount_mismatch'), 'not the amount ordered'],
])('knows what it was refused with: %s', async (_name, answer, said) => {
  const page = await open({ [CONFIRM]: answer })
  expect(page.shown()).toContain(said)
})

it('asks again where the provider was out of reach', async () => {
  const language = { ko: '연결 실패', en: 'The provider does not answer.' }
  const answers = [problem(503, 'payment_unavailable', { language }), { payload: paid() }]
  const page = await open({ [CONFIRM]: () => answers.shift() })
  expect(page.shown()).toContain('The provider does not answer.')
  await page.click(page.named('Check again'))
  await page.settle()
  expect(page.shown()).toContain('WIT charged')
})

it('changes by itself once a payment is decided', async () => {
  const answers = [order({ state: 'pending' }), paid()]
  const confirm = vi.fn(() => ({ payload: answers.length > 1 ? answers.shift() : answers[0] }))
  const page = await open({ [CONFIRM]: confirm })
  expect(page.shown()).toContain('Your payment is being confirmed')
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'other', state: 'paid' } }),
  )
  await page.settle()
  expect(confirm).toHaveBeenCalledTimes(1)
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'o1', state: 'paid' } }),
  )
  await page.settle()
  expect(page.shown()).toContain('WIT charged')
})

it('has nothing to say without an order', async () => {
  const page = await open({}, '/charge/complete')
  expect(page.shown()).toContain('There is no such order')
})
