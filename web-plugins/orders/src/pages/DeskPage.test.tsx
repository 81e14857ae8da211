import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Order } from '../api/types'
import { orderCard, renderOrders } from '../testing/pages'
import DeskPage from './DeskPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows the reason and the photos of a request before it is decided', async () => {
  const request: Order['request'] = {
    requestId: 'r1',
    kind: 'defect',
    wish: 'exchange',
    reason: 'The corner is bent',
    photos: [{ fileId: 'f1', url: '/files/f1', width: 640, height: 480, ready: true }],
    state: 'requested',
    answer: null,
    requestedAt: '2026-11-20T00:00:00Z',
    decidedAt: null,
    returnedAt: null,
  }
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
