import { afterEach, expect, it, vi } from 'vitest'
import { order, parcel, payment, renderOrders, requestOf } from '../testing/pages'
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

it('says that a card was declined, and opens the payment again for another one', async () => {
  const opened: string[] = []
  const reserved = order({ method: 'card', paymentId: 'pay1' })
  const page = await open(
    { method: 'card', paymentId: 'pay1' },
    {
      'GET /api/v2/payments/pay1': { payload: payment({ left: 1 }) },
      'POST /api/v2/orders/mine/o1/pay': () => ({ payload: reserved }),
      'POST /api/v2/payments/pay1/checkout': () => {
        opened.push('pay1')
        // Nothing to open: the page stays.
        return { payload: { ...payment(null), checkout: null } }
      },
      'POST /api/v2/orders/mine/o1/cancel': { payload: order({ state: 'cancelled' }) },
    },
  )
  const text = page.shown()
  expect(text).toContain('The payment was declined')
  expect(text).toContain('The card is over its limit.')
  expect(text).toContain('You can try 1 more time')
  expect(text).toContain('Time left')
  // The agreement was given with the first attempt.
  await page.click(page.named('Try again'))
  await page.settle()
  expect(opened).toEqual(['pay1'])
  expect(page.named('Cancel order')).toBeTruthy()
})

it('hides the declined attempt once the payment was opened again', async () => {
  const page = await open(
    { method: 'card', paymentId: 'pay1' },
    { 'GET /api/v2/payments/pay1': { payload: payment({ isLatest: false }) } },
  )
  expect(page.shown()).not.toContain('The payment was declined')
  expect(page.named('Try again')).toBeTruthy()
  await page.click(document.querySelector('[value="wit"]'))
  expect(page.named('Pay')).toBeTruthy()
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

it('shows where the parcel is, what was packed and what was refunded, and asks whether it has arrived', async () => {
  const sha256 = 'ab'.repeat(32)
  const complained = vi.spyOn(console, 'error')
  const page = await open({
    state: 'shipped',
    method: 'card',
    hasParcel: true,
    paidAt: inDays(-3),
    shippedAt: inDays(-2),
    draw: null,
    parcels: [
      parcel({
        trackedState: 'delivered',
        trackedAt: inDays(-1),
        weightGrams: 1_320,
        // The same picture twice.
        photos: [
          { sha256, file: null },
          { sha256, file: null },
        ],
        notes: [{ n: 1, reason: 'A poster was added', weightGrams: null, photos: [], madeAt: inDays(-1) }],
      }),
    ],
    refunds: [{ n: 1, amount: 3_000, reason: 'One card is missing', madeAt: inDays(-1), paidAt: null }],
    refunded: 3_000,
  })
  const text = page.shown()
  expect(text).toContain('CJ Logistics 123456789012')
  expect(page.container.querySelector<HTMLAnchorElement>('.od-track')?.href).toBe(
    'https://carrier.example/123456789012',
  )
  expect(text).toContain('Do you have it?')
  expect(text).toContain('Packed weight 1,320 g')
  expect(text).toContain(sha256)
  expect(page.container.querySelectorAll('.od-hashes code')).toHaveLength(2)
  expect(complained).not.toHaveBeenCalled()
  complained.mockRestore()
  expect(text).toContain('A poster was added')
  expect(text).toContain('₩3,000 refunded')
  expect(text).toContain('In progress')
})

it('shows the legal periods in force before the payment', async () => {
  const page = await open({ hasParcel: true, draw: null })
  expect(page.shown()).toContain('withdraw within 14 days of receipt')
  await page.click(document.querySelector('[name="agreed"]'))
  expect(page.named('Pay').hasAttribute('disabled')).toBe(false)
})

it('does not take an agreement to a notice that could not be loaded', async () => {
  const page = await open(
    { hasParcel: true, draw: null },
    { 'GET /api/v2/orders/terms': { status: 500, code: 'internal' } },
  )
  await page.click(document.querySelector('[name="agreed"]'))
  expect(page.named('Pay').hasAttribute('disabled')).toBe(true)
})

it('sends a paid order to another address, and says that it has changed', async () => {
  const fields = { recipient: 'Mina', phone: '01012345678', postalCode: '04524', street: '110', detail: '' }
  const other = { ...fields, addressId: 'a2', recipient: 'Theo', isDefault: false, surchargeWon: 0 }
  const sent: unknown[] = []
  const bought = {
    state: 'preparing',
    hasParcel: true,
    paidAt: inDays(-1),
    draw: null,
    address: fields,
  } as const
  const page = await open(bought, {
    'GET /api/v2/orders/addresses': { payload: { items: [other] } },
    'PUT /api/v2/orders/mine/o1/address': (body: unknown) => {
      sent.push(body)
      return { payload: order({ ...bought, addressChangedAt: inDays(0) }) }
    },
  })
  expect(page.shown()).not.toContain('changed the address')
  await page.click(page.named('Change the address'))
  await page.settle()
  expect(page.named('Send it here').hasAttribute('disabled')).toBe(true)
  await page.click(document.querySelector('[name="address"]'))
  await page.click(page.named('Send it here'))
  await page.settle()
  expect(sent).toEqual([{ addressId: 'a2' }])
  await page.unmount()
  const shipped = await open({ ...bought, state: 'shipped', addressChangedAt: inDays(0) })
  expect(shipped.shown()).toContain('The buyer changed the address')
  expect(
    [...document.querySelectorAll('button')].some((one) => one.textContent === 'Change the address'),
  ).toBe(false)
})

it('says why an exchange became a refund, and that a request is reviewed', async () => {
  const bought = { hasParcel: true, paidAt: inDays(-30), draw: null } as const
  const page = await open({
    ...bought,
    state: 'refunded',
    exchanges: 1,
    request: requestOf({ wish: 'exchange', state: 'done', fallback: 'late' }),
  })
  expect(page.shown()).toContain('Asks for: Exchange')
  expect(page.shown()).toContain('The replacement was not shipped in time')
  expect(page.shown()).not.toContain('This is a replacement')
  await page.unmount()
  const waiting = await open({
    ...bought,
    state: 'delivered',
    requestState: 'requested',
    request: requestOf({ escalation: 'paid_out', escalatedAt: inDays(-1) }),
  })
  expect(waiting.shown()).toContain('Our team is reviewing it')
})
