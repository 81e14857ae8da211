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

it('is a receipt', async () => {
  const page = await open(paid())
  for (const fact of ['1,000 WIT (points)', '₩13,889', 'Card (test payment)', '2026.11.21 14:02 KST']) {
    expect(page.shown()).toContain(fact)
  }
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await page.click(page.named('Print'))
  expect(print).toHaveBeenCalled()
})

it('says until when it can be refunded, and sends the request', async () => {
  const page = await open(paid(), {
    'POST /api/v2/wallet/orders/o1/refund': {
      payload: paid({ state: 'refunding', refundable: false, refund: { ...REFUND, state: 'requested' } }),
    },
  })
  expect(page.shown()).toContain('You can ask for a refund until 2026.11.28 14:02 KST.')
  await page.click(page.named('Ask for a refund'))
  await page.fill({ reason: 'Wrong pack.' })
  await page.click(page.named('Send the request'))
  await page.settle()
  expect(page.shown()).toContain('are held while we look at it')
  expect(page.named('Withdraw the request')).toBeTruthy()
})

it('shows the refusal in the dialogue', async () => {
  const language = { ko: '잔액', en: 'Your balance is too low.' }
  const page = await open(paid(), {
    'POST /api/v2/wallet/orders/o1/refund': problem(409, 'refund_not_possible', { language }),
  })
  await page.click(page.named('Ask for a refund'))
  await page.fill({ reason: 'Wrong pack.' })
  await page.click(page.named('Send the request'))
  await page.settle()
  expect(page.shown()).toContain('Your balance is too low.')
})

it('takes a request back', async () => {
  const refunding = paid({ state: 'refunding', refundable: false, refund: { ...REFUND, state: 'requested' } })
  const page = await open(refunding, { 'POST /api/v2/wallet/orders/o1/refund/withdraw': { payload: paid() } })
  await page.click(page.named('Withdraw the request'))
  await page.settle()
  expect(page.toast()).toBe('Withdrawn. Your WIT are free again.')
  expect(page.named('Ask for a refund')).toBeTruthy()
})

it.each([
  ['approved', 'Approved'],
  ['refunded', 'on its way the way you paid'],
  ['rejected', 'Not refunded'],
  ['failed', 'The refund is stuck'],
] as const)('says where a refund stands: %s', async (state, said) => {
  const refund = { ...REFUND, state, answer: 'We looked at it.' }
  const page = await open(paid({ refundable: false, refund }))
  expect(page.shown()).toContain(said)
  expect(page.shown()).toContain('We looked at it.')
})

it.each([
  ['too_old', 'More than 7 days have passed'],
  ['balance_too_low', 'less than what you charged'],
  ['partly_spent', 'were spent'],
  ['frozen', 'once the dispute is settled'],
  ['store', 'in the store of your phone'],
  ['news', 'This order cannot be refunded.'],
])('says why there is no refund: %s', async (refundBlocker, said) => {
  const page = await open(paid({ refundable: false, refundBlocker: refundBlocker as never }))
  expect(page.shown()).toContain(said)
})

it('says why a payment was declined, and leads back', async () => {
  const failure = { code: 'card_declined', message: { ko: '한도 초과', en: 'The limit is exceeded.' } }
  const page = await open(order({ state: 'failed', checkout: null, failure }))
  expect(page.shown()).toContain('The limit is exceeded.')
  expect(page.named('Charge again').getAttribute('href')).toBe('/charge?wit=1000')
})

it('follows what is pushed about it', async () => {
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
