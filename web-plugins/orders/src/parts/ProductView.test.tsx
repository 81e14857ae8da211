import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Address } from '../api/types'
import { order, product, renderOrders } from '../testing/pages'
import { ProductView } from './ProductView'

let leave = async () => undefined as unknown
afterEach(() => leave())

const address = (addressId: string, isDefault: boolean): Address => ({
  addressId,
  recipient: addressId,
  phone: '01012345678',
  postalCode: '04524',
  street: 'Sejong-daero 110',
  detail: '',
  isDefault,
  surchargeWon: 0,
})

it('orders to the default address, and to another one that was picked', async () => {
  const sent: { addressId?: string }[] = []
  const page = await renderOrders(<ProductView product={product({ kind: 'album' })} />, {
    answers: {
      'GET /api/v2/orders/addresses': list(address('home', true), address('office', false)),
      'POST /api/v2/orders/mine': (body: object) => {
        sent.push(body)
        return { status: 201, payload: order() }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  expect(document.querySelectorAll<HTMLInputElement>('[name="address"]')[0]?.checked).toBe(true)
  expect(page.shown()).toContain('within 120 days of receipt and 45 days of finding out')
  await page.click(page.named('Order'))
  await page.settle()
  await page.click(document.querySelectorAll('[name="address"]')[1] ?? null)
  await page.click(page.named('Order'))
  await page.settle()
  expect(sent.map(({ addressId }) => addressId)).toEqual(['home', 'office'])
})
