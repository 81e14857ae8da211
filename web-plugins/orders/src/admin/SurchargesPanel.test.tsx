import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Surcharges } from '../api/surcharges'
import { renderOrders } from '../testing/pages'
import { SurchargesPanel } from './SurchargesPanel'

let leave = async () => undefined as unknown
afterEach(() => leave())

const SURCHARGES: Surcharges = {
  version: 2,
  name: '2026-04',
  madeAt: '2026-04-01T00:00:00Z',
  items: [
    { from: '58826', to: '58826', won: 5_000, area: '전남 신안군' },
    { from: '63000', to: '63644', won: 3_000, area: '제주특별자치도' },
  ],
}

const OVERLAP = {
  field: 'items.1.from',
  message: 'Another area has some of these postal codes.',
  language: { ko: '겹침', en: 'Another area has some of these postal codes.' },
}

it('shows the areas, and replaces the whole list', async () => {
  const sent: unknown[] = []
  const page = await renderOrders(<SurchargesPanel />, {
    answers: {
      'GET /api/v2/orders/surcharges': { payload: SURCHARGES },
      'PUT /api/v2/orders/surcharges': (body: unknown) => {
        sent.push(body)
        return sent.length === 1
          ? problem(422, 'validation_failed', { fields: [OVERLAP] })
          : { payload: SURCHARGES }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('63000-63644')
  expect(page.shown()).toContain('2026-04')
  await page.click(page.named('Change the areas'))
  const areas = () => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
  const submit = async () => {
    await page.click(document.querySelector('[role=dialog] [type=submit]'))
    await page.settle()
  }
  expect(areas()?.value).toBe('58826 5000 전남 신안군\n63000-63644 3000 제주특별자치도')
  await page.fill({ items: '58826 5000\nJeju 3000' })
  await submit()
  expect(page.shown()).toContain('Line 2')
  expect(sent).toHaveLength(0)
  await page.fill({ items: '58826 5000\n\n58820-58830 5,000' })
  await submit()
  expect(page.shown()).toContain('Line 3: Another area')
  await page.fill({ items: '58820-58830 5,000 전남 신안군' })
  await page.fill({ name: '2026-12' })
  await submit()
  expect(page.toast()).toBe('The new surcharges apply now.')
  expect(sent[1]).toEqual({
    version: 2,
    name: '2026-12',
    items: [{ from: '58820', to: '58830', won: 5_000, area: '전남 신안군' }],
  })
})
