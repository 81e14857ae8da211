import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Order } from '../api/types'
import { order, orderCard, renderOrders, requestOf } from '../testing/pages'
import DeskPage from './DeskPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows the reason and the photos of a request before it is decided', async () => {
  const request = requestOf({
    requestId: 'r1',
    kind: 'defect',
    wish: 'exchange',
    reason: 'The corner is bent',
    photos: [{ fileId: 'f1', url: '/files/f1', width: 640, height: 480, ready: true }],
    state: 'requested',
    answer: null,
    requestedAt: '2026-11-20T00:00:00Z',
    decidedAt: null,
    sentBackAt: null,
    returnCarrier: null,
    returnTracking: null,
    returnedAt: null,
  })
  const page = await renderOrders(<DeskPage />, {
    path: '/order/desk?world=luna',
    answers: {
      'GET /api/v2/orders/sales': list(
        orderCard({ state: 'delivered', requestState: 'requested', openRequest: request }),
      ),
      'GET /api/v2/orders/products': list(),
    },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('The buyer reports a defect')
  expect(page.shown()).toContain('Asks for: Exchange')
  expect(page.shown()).toContain('The corner is bent')
  expect(document.querySelector<HTMLImageElement>('.od-photos img')?.alt).toBe('Photo 1')
})

it('lists the orders with an open request', async () => {
  const asked: string[] = []
  const page = await renderOrders(<DeskPage />, {
    path: '/order/desk?world=luna',
    answers: {
      'GET /api/v2/orders/sales': (_: unknown, request: Request) => {
        asked.push(new URL(request.url).search)
        return list(orderCard({ state: 'delivered' }))
      },
      'GET /api/v2/orders/products': list(),
    },
  })
  leave = page.unmount
  await page.settle()
  await page.fill({ state: 'requests' })
  await page.settle()
  expect(asked.at(-1)).toContain('request=open')
  expect(asked.at(-1)).not.toContain('state=')
})

it('lets an administrator refund from the own wallet once the term is over', async () => {
  const sent: object[] = []
  const page = await openDesk(
    {
      state: 'delivered',
      requestState: 'requested',
      openRequest: requestOf({ escalation: 'paid_out', escalatedAt: '2026-11-27T00:00:00Z' }),
    },
    {
      'POST /api/v2/orders/sales/o1/decide': (body: object) => {
        sent.push(body)
        return { payload: order({ state: 'refunded' }) }
      },
    },
  )
  expect(page.shown()).toContain('The WIT were already paid out to the seller')
  await page.click(page.named('Accept request'))
  await page.fill({ answer: 'We settle it' })
  await page.click(document.querySelector('[name="ownWallet"]'))
  expect(page.shown()).toContain('The seller keeps the WIT')
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(sent).toEqual([{ accept: true, answer: 'We settle it', fromOwnWallet: true }])
})

async function openDesk(row: Parameters<typeof orderCard>[0], answers: Record<string, unknown>) {
  const page = await renderOrders(<DeskPage />, {
    path: '/order/desk?world=luna',
    answers: {
      'GET /api/v2/orders/sales': list(orderCard(row)),
      'GET /api/v2/orders/products': list(),
      ...answers,
    },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('sends a tracking number only in the form of its carrier', async () => {
  const sent: object[] = []
  const page = await openDesk(
    { state: 'paid', hasParcel: true },
    {
      'POST /api/v2/orders/sales/o1/step': (body: object) => {
        sent.push(body)
        return { payload: order({ state: 'shipped' }) }
      },
    },
  )
  await page.click(page.named('Ship'))
  await page.fill({ carrier: 'epost' })
  await page.fill({ tracking: '123' })
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(document.querySelector('[role="dialog"] [role="alert"]')?.textContent).toBe('It has 13 digits.')
  expect(document.activeElement?.getAttribute('name')).toBe('tracking')
  expect(sent).toEqual([])
  await page.fill({ tracking: '1234567890123' })
  await page.fill({ weightGrams: '320' })
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(sent).toEqual([
    { step: 'ship', carrier: 'epost', tracking: '1234567890123', weightGrams: 320, fileIds: [] },
  ])
})

it('refunds a part of what is left', async () => {
  const sent: { key?: string; amount?: number; reason?: string }[] = []
  const paid = { state: 'shipped', method: 'card', refunded: 1_000 } as const
  const page = await openDesk(
    { state: 'shipped', method: 'card' },
    {
      'GET /api/v2/orders/sales/o1': { payload: order(paid) },
      'POST /api/v2/orders/sales/o1/refunds': (body: object) => {
        sent.push(body)
        return { payload: order({ ...paid, refunded: 1_500 }) }
      },
    },
  )
  await page.click(page.named('Partial refund'))
  await page.settle()
  expect(page.shown()).toContain('You can refund up to ₩4,000.')
  await page.fill({ amount: '4001' })
  await page.fill({ reason: 'One card is missing' })
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(sent).toEqual([])
  expect(document.querySelector('[role="dialog"] [role="alert"]')?.textContent).toBe(
    'You can refund up to ₩4,000.',
  )
  await page.fill({ amount: '500' })
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(sent).toMatchObject([{ amount: 500, reason: 'One card is missing' }])
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
})

it('shows the seller the legal terms of an order, and asks before a step that begins one', async () => {
  const sent: object[] = []
  const dueAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const clocks: Order['clocks'] = [{ kind: 'receive', dueAt, metAt: null }]
  const page = await renderOrders(<DeskPage />, {
    path: '/order/desk?world=luna&sale=o1',
    answers: {
      'GET /api/v2/orders/sales/o1': { payload: order({ state: 'shipped', hasParcel: true, clocks }) },
      'POST /api/v2/orders/sales/o1/step': (body: object) => {
        sent.push(body)
        return { payload: order({ state: 'delivered' }) }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('Counts as received from')
  await page.click(page.named('Mark as delivered'))
  expect(page.shown()).toContain("The buyer's time to withdraw begins today")
  expect(sent).toEqual([])
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  expect(sent).toEqual([{ step: 'deliver' }])
})
