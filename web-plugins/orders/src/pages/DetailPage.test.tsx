import { afterEach, expect, it } from 'vitest'
import { order, renderOrders } from '../testing/pages'
import DetailPage from './DetailPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(facts: Parameters<typeof order>[0], answers: Record<string, unknown> = {}) {
  const page = await renderOrders(<DetailPage />, {
    path: '/order/detail?order=o1',
    answers: { 'GET /api/v2/orders/mine/o1': { payload: order(facts) }, ...answers },
  })
  leave = page.unmount
  await page.settle()
  return page
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

it('publishes the hash before the payment, and pays with a nonce of the browser', async () => {
  const paid: { method?: string; nonce?: string }[] = []
  const page = await open(
    {},
    {
      'POST /api/v2/orders/mine/o1/pay': (body: object) => {
        paid.push(body)
        return { payload: order({ state: 'delivered' }) }
      },
    },
  )
  expect(page.shown()).toContain('abc')
  expect(page.named('Pay').hasAttribute('disabled')).toBe(true)
  await page.click(document.querySelector('[name="agreed"]'))
  await page.click(document.querySelector('[value="wit"]'))
  await page.click(page.named('Pay'))
  await page.settle()
  expect(paid).toMatchObject([{ method: 'wit', agreed: true }])
  expect(paid[0]?.nonce).toMatch(/^[0-9a-f]{32}$/)
})

it('offers a withdrawal only while its term runs', async () => {
  const clocks = (withdraw: number) => [
    { kind: 'withdraw' as const, dueAt: inDays(withdraw), metAt: null },
    { kind: 'defect' as const, dueAt: inDays(80), metAt: null },
  ]
  const bought = { state: 'delivered' as const, hasParcel: true, paidAt: inDays(-3), draw: null }
  const page = await open({ ...bought, clocks: clocks(4) })
  expect(page.named('Withdraw')).toBeTruthy()
  await page.unmount()
  const later = await open({ ...bought, clocks: clocks(-1) })
  expect([...document.querySelectorAll('button')].some((one) => one.textContent === 'Withdraw')).toBe(false)
  expect(later.named('Report a defect')).toBeTruthy()
})
