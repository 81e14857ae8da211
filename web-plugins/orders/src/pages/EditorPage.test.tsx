import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { product, renderOrders } from '../testing/pages'
import EditorPage from './EditorPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const wrong = (field: string, en: string) => ({ field, message: en, language: { ko: en, en } })

it('shows the errors of a new product at their fields, those of the server too', async () => {
  const sent: object[] = []
  const page = await renderOrders(<EditorPage />, {
    path: '/order/desk/new?world=luna',
    answers: {
      'POST /api/v2/orders/products': (body: object) => {
        sent.push(body)
        const fields = [
          wrong('contents.1.weight', 'Enter a number from 1 to 1000000.'),
          wrong('contents.1.imageFileId', 'An image is still being checked.'),
        ]
        return sent.length === 1 ? problem(422, 'validation_failed', { fields }) : { payload: product() }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  const submit = async () => {
    await page.click(page.named('Put on sale'))
    await page.settle()
  }
  await page.click(page.named('Add an item'))
  await submit()
  expect(sent).toEqual([])
  expect(page.shown()).toContain('Please enter 100 to 2,000,000 won.')
  expect(document.activeElement?.getAttribute('name')).toBe('name.ko')
  await page.fill({ 'name.ko': '별 뽑기', 'name.en': 'Star draw', 'about.ko': '설명', 'about.en': 'About' })
  await page.fill({ won: '5,000', witHundredths: '500' })
  await submit()
  const items = () => [...document.querySelectorAll<HTMLElement>('.od-content')]
  expect(items()[1]?.querySelector('[name=weight]')?.getAttribute('aria-invalid')).toBe('true')
  expect(items()[1]?.textContent).toContain('An image is still being checked.')
  expect(document.activeElement).toBe(items()[1]?.querySelector('[name=weight]'))
  await page.click(items()[0]?.querySelector('[aria-label="Remove the item"]') ?? null)
  expect(items()).toHaveLength(1)
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  await page.fill({ weight: '3' })
  await submit()
  expect(sent[1]).toMatchObject({
    ...{ worldName: 'luna', won: 5_000, witHundredths: 50_000, stock: null, releaseOn: null },
    contents: [{ weight: 3, stock: 0 }],
  })
})
