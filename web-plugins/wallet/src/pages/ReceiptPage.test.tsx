import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { Order } from '../api/types'
import { order, paid, renderWallet } from '../testing/pages'
import ReceiptPage from './ReceiptPage'

const REFUND = { requestedAt: '2026-11-21T06:00:00Z', reason: 'Wrong pack.', decidedAt: null, answer: null }

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(found: Order, answers: Record<string, unknown> = {}) {
  const page = await renderWallet(<ReceiptPage />, {
    path: '/order/complete?id=o1',
    answers: { 'GET /api/v2/wallet/orders/o1': { payload: found }, ...answers },
  })
  leave = page.unmount
  return page
}

it('shows the receipt of an order', async () => {
  const page = await open(paid())
  for (const fact of ['1,000 WIT (points)', '₩13,890', 'Card (test payment)', '2026.11.21 14:02 KST']) {
    expect(page.shown()).toContain(fact)
  }
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await page.click(page.named('Print'))
  expect(print).toHaveBeenCalled()
})

it('shows the refund deadline and sends a request', async () => {
  const page = await open(paid(), {
    'POST /api/v2/wallet/orders/o1/refund': {
      payload: paid({ state: 'refunding', refundable: false, refund: { ...REFUND, state: 'requested' } }),
    },
  })
  expect(page.shown()).toContain('You can request a refund until 2026.11.28 14:02 KST.')
  await page.click(page.named('Request a refund'))
  await page.fill({ reason: 'Wrong pack.' })
  await page.click(page.named('Send request'))
  await page.settle()
  expect(page.shown()).toContain('are on hold while we review')
  expect(page.named('Cancel request')).toBeTruthy()
})

it('shows the server’s error in the dialog', async () => {
  const language = { ko: '잔액', en: 'Your balance is too low.' }
  const page = await open(paid(), {
    'POST /api/v2/wallet/orders/o1/refund': problem(409, 'refund_not_possible', { language }),
  })
  await page.click(page.named('Request a refund'))
  await page.fill({ reason: 'Wrong pack.' })
  await page.click(page.named('Send request'))
  await page.settle()
  expect(page.shown()).toContain('Your balance is too low.')
})

it('cancels a refund request', async () => {
  const refunding = paid({ state: 'refunding', refundable: false, refund: { ...REFUND, state: 'requested' } })
  const page = await open(refunding, { 'POST /api/v2/wallet/orders/o1/refund/withdraw': { payload: paid() } })
  await page.click(page.named('Cancel request'))
  await page.settle()
  expect(page.toast()).toBe('The request was cancelled. You can use your WIT again.')
  expect(page.named('Request a refund')).toBeTruthy()
})

it.each([
  ['approved', 'Approved'],
  ['refunded', 'We refunded your payment method'],
  ['rejected', 'Not refunded'],
  ['failed', 'Refund delayed'],
] as const)('shows the state of a refund: %s', async (state, said) => {
  const refund = { ...REFUND, state, answer: 'We looked at it.' }
  const page = await open(paid({ refundable: false, refund }))
  expect(page.shown()).toContain(said)
  expect(page.shown()).toContain('We looked at it.')
})

it.each([
  ['too_old', 'more than 7 days ago'],
  ['balance_too_low', 'lower than the amount'],
  ['partly_spent', 'were spent'],
  ['frozen', 'once the dispute is settled'],
  ['store', "in your phone's app store"],
  ['news', "This order can't be refunded."],
])('shows why a refund is not possible: %s', async (refundBlocker, said) => {
  const page = await open(paid({ refundable: false, refundBlocker: refundBlocker as never }))
  expect(page.shown()).toContain(said)
})

it('shows why a payment failed and offers another attempt', async () => {
  const failure = { code: 'card_declined', message: { ko: '한도 초과', en: 'The limit is exceeded.' } }
  const page = await open(order({ state: 'failed', checkout: null, failure }))
  expect(page.shown()).toContain('The limit is exceeded.')
  expect(page.named('Top up again').getAttribute('href')).toBe('/charge?wit=1000')
})

it('updates itself on live events', async () => {
  const answers = [paid(), paid({ state: 'disputed', refundable: false })]
  const page = await open(paid(), {
    'GET /api/v2/wallet/orders/o1': () => ({ payload: answers.length > 1 ? answers.shift() : answers[0] }),
  })
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'o1', state: 'disputed' } }),
  )
  await page.settle()
  expect(page.shown()).toContain('The payment was disputed')
})
