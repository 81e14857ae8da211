import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { orderCard, product, renderOrders } from '../testing/pages'
import OrdersPage from './OrdersPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown> = {}) {
  const page = await renderOrders(<OrdersPage />, { path, answers })
  leave = page.unmount
  await page.settle()
  return page
}

it('publishes the odds without rows that are sold out, and reserves', async () => {
  const placed: unknown[] = []
  const page = await open('/order?product=p1', {
    'POST /api/v2/orders/mine': (body: unknown) => {
      placed.push(body)
      return { payload: { ...orderCard(), orderId: 'o7' } }
    },
  })
  const rows = [...document.querySelectorAll('.wv-plain-table tbody tr')].map((row) => row.textContent)
  expect(rows).toEqual(['MoonPhotoSold out0 / 1', 'StarPhoto25%4 / 5', 'RainVideo75%6 / 9'])
  expect(page.shown()).toContain('you cannot withdraw after the payment')
  await page.click(page.named('Order'))
  await page.settle()
  expect(placed).toEqual([{ productId: 'p1', quantity: 1, addressId: null }])
  expect(page.place.path).toBe('/order/detail')
})

it('asks for an address before a parcel is ordered', async () => {
  const parcel = product({ kind: 'album' })
  const page = await open('/order?product=p1', {
    'GET /api/v2/orders/products/p1': { payload: parcel },
    'GET /api/v2/orders/addresses': { payload: { items: [] } },
  })
  expect(page.named('Order').hasAttribute('disabled')).toBe(true)
  expect(page.shown()).toContain('withdraw within 14 days of receipt')
})

it('shows orders and recharges, and continues old links in the wallet', async () => {
  const page = await open('/order', { 'GET /api/v2/orders/mine': list(orderCard({ state: 'shipped' })) })
  expect(page.shown()).toContain('Shipped')
  await page.unmount()
  const old = await open('/order?wit=1000&currency=KRW')
  expect(old.place.path).toBe('/charge/order')
})
