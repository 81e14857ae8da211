import { list, person } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { item, renderItems } from '../testing/pages'
import InventoryPage from './InventoryPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const ALL = 'GET /api/item/inventory/craft/all/all'

async function open(answers: Record<string, unknown> = {}, path = '/inventory', visitor = false) {
  const page = await renderItems(<InventoryPage />, { path, answers, visitor })
  leave = page.unmount
  return page
}

it('asks visitors to log in', async () => {
  const page = await open({}, '/inventory', true)
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('shows items, and a gift button for available ones', async () => {
  const page = await open({ [ALL]: list(item(), item({ itemId: 'i2', used: true })) })
  expect(page.shown()).toContain('Moon Cat')
  expect(page.shown()).toContain('Moonlit Friends')
  expect(page.container.querySelectorAll('.it-give')).toHaveLength(1)
  await page.click(page.named('Send as a gift: Moon Cat'))
  expect(page.modal()).toEqual({ id: 'gift-wizard', data: { itemId: 'i1' } })
})

it('shows why an item is locked, and until when', async () => {
  const gift = {
    airdropId: 'g1',
    recipient: person('theo'),
    item: { itemId: 'i1' },
    expiresAt: new Date(Date.now() + 90 * 60_000).toISOString(),
  }
  const page = await open({
    [ALL]: list(
      item({ lock: { by: 'gift', until: null } }),
      item({ itemId: 'i2', lock: { by: 'listing', until: null } }),
      item({ itemId: 'i3', lock: { by: 'somebody-elses-plugin', until: null } }),
      item({ itemId: 'i4', lock: { by: 'plugin', until: '2026-12-01T03:30:00' } }),
    ),
    'GET /api/v2/gift/sent': list(gift),
  })
  const notes = [...page.container.querySelectorAll('.it-lock')].map((one) => one.textContent)
  expect(notes[0]).toMatch(/^Waiting for theo to accept it1 h (29|30) m \d\d s until it comes back$/)
  expect(notes.slice(1, 3)).toEqual(['For sale on the market', 'In use'])
  expect(notes[3]).toMatch(/^In use by a plugin of a worldFree again by .* 03:30 at the latest$/)
  expect(page.container.querySelector('.it-lock a')?.getAttribute('href')).toBe('/gifts?id=g1')
  expect(page.container.querySelector('.it-give')).toBeNull()
})

it('filters by type and state', async () => {
  const gear = vi.fn(() => list())
  const page = await open({ [ALL]: list(item()), 'GET /api/item/inventory/craft/gear/locked': gear })
  await page.during(() => {
    const select = page.container.querySelector<HTMLSelectElement>('[name=type]')
    if (select) select.value = 'gear'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.click(page.container.querySelector('[name=state][value=locked]'))
  await page.settle()
  expect(gear).toHaveBeenCalled()
  expect(page.shown()).toContain('No matching items.')
  await page.click(page.named('Show all'))
  expect(page.shown()).toContain('Moon Cat')
})

it('shows an empty state', async () => {
  const page = await open({ [ALL]: list() }, '/inventory?type=nonsense')
  expect(page.shown()).toContain('No items yet')
})
