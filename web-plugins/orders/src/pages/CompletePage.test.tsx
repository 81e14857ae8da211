import { afterEach, expect, it } from 'vitest'
import { order, payment, renderOrders } from '../testing/pages'
import CompletePage from './CompletePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(facts: Parameters<typeof order>[0], answers: Record<string, unknown> = {}) {
  const page = await renderOrders(<CompletePage />, {
    path: '/order/complete?order=o1',
    answers: { 'GET /api/v2/orders/mine/o1': { payload: order(facts) }, ...answers },
  })
  leave = page.unmount
  await page.settle()
  return page
}

const reserved = { method: 'card', paymentId: 'pay1' } as const
const link = () => document.querySelector<HTMLAnchorElement>('a[href*="/order/detail"]')

it('says why a card was declined, and leads back to the payment', async () => {
  const page = await open(reserved, { 'POST /api/v2/payments/pay1/confirm': { payload: payment() } })
  expect(page.shown()).toContain('The payment was declined')
  expect(page.shown()).toContain('Reason: The card is over its limit.')
  expect(link()?.textContent).toBe('Try again')
  expect(link()?.getAttribute('href')).toContain('order=o1')
})

it('waits for an attempt that is not decided', async () => {
  const answer = { payload: payment({ isLatest: false }) }
  const page = await open(reserved, { 'POST /api/v2/payments/pay1/confirm': answer })
  expect(page.shown()).toContain('Not paid yet')
  expect(page.shown()).not.toContain('declined')
  expect(link()?.textContent).toBe('Continue payment')
})

it('confirms a paid order, also after a declined attempt', async () => {
  const page = await open({ ...reserved, state: 'delivered', paidAt: new Date().toISOString() })
  expect(page.shown()).toContain('Your order is complete')
})
