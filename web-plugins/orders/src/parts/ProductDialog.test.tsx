import { afterEach, expect, it } from 'vitest'
import { product, renderOrders } from '../testing/pages'
import { ProductDialog } from './ProductDialog'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('changes the price and ends the sale, and names the fields that are wrong', async () => {
  const sent: object[] = []
  const page = await renderOrders(<ProductDialog product={product()} onClose={() => undefined} />, {
    answers: {
      'PUT /api/v2/orders/products/p1': (body: object) => {
        sent.push(body)
        return { payload: product({ isOpen: false }) }
      },
    },
  })
  leave = page.unmount
  const submit = () => page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.fill({ won: '99', witHundredths: '0.5', 'about.en': ' ' })
  await submit()
  for (const text of [
    'Please enter 100 to 2,000,000 won.',
    'Please enter 1 to 1,000,000 WIT',
    'Please fill in Korean and English.',
  ]) {
    expect(page.shown()).toContain(text)
  }
  expect(sent).toEqual([])
  await page.fill({ won: '12,000', witHundredths: '', 'about.en': 'Now cheaper' })
  await page.click(document.querySelector('[name="isOpen"]'))
  await submit()
  await page.settle()
  expect(sent).toEqual([
    { isOpen: false, about: { ko: '설명', en: 'Now cheaper' }, won: 12_000, witHundredths: null },
  ])
  expect(page.toast()).toBe('The product was changed.')
})
