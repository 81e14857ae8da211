import type { ProfileSlotData } from '@witverse/sdk'
import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { item, renderItems } from '../testing/pages'
import Gallery from './Gallery'

let leave = async () => undefined as unknown
afterEach(() => leave())

const DATA: ProfileSlotData = { userId: 'u-theo', nickname: 'theo', image: null, self: false, blocked: false }

async function open(answer: unknown, data = DATA) {
  const page = await renderItems(<Gallery data={data} close={() => undefined} />, {
    answers: { 'GET /api/v2/user/inventory/paging/u-theo': answer },
    visitor: true,
  })
  leave = page.unmount
  return page
}

it('shows the items of a person', async () => {
  const page = await open(list(item()))
  expect(page.shown()).toContain("theo's items")
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/item/i1')
  expect(page.container.querySelector('.it-give')).toBeNull()
})

it('counts the comments of a page with one request, and opens them without leaving the profile', async () => {
  const counts = vi.fn((_: unknown, __: Request) => ({
    payload: {
      items: [
        { itemId: 'i1', comments: 3 },
        { itemId: 'i2', comments: 100 },
        { itemId: 'i3', comments: 0 },
      ],
    },
  }))
  const page = await renderItems(<Gallery data={DATA} close={() => undefined} />, {
    answers: {
      'GET /api/v2/user/inventory/paging/u-theo': list(
        item({ itemId: 'i1' }),
        item({ itemId: 'i2', name: { ko: '별', en: 'Star' } }),
        item({ itemId: 'i3', name: { ko: '해', en: 'Sun' } }),
      ),
      'GET /api/v2/comments/counts': counts,
    },
    plugins: { community: {} },
    slots: { comments: <p>what people wrote</p> },
    visitor: true,
  })
  leave = page.unmount
  expect(counts).toHaveBeenCalledOnce()
  const asked = counts.mock.calls[0]?.[1].url ?? ''
  expect(new URL(asked).searchParams.get('itemIds')).toBe('i1,i2,i3')
  expect(page.named('Comments on Star: 99+').textContent).toBe('Comments 99+')
  expect(page.named('Comments on Sun').textContent).toBe('Comments')
  await page.click(page.named('Comments on Moon Cat: 3'))
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain('Moon Cat')
  expect(dialog?.textContent).toContain('what people wrote')
  expect(dialog?.querySelector('a')?.getAttribute('href')).toBe('/item/i1')
})

it('asks for no comments without their plugin', async () => {
  const page = await open(list(item()))
  expect(page.shown()).not.toContain('Comments')
})

it('shows an empty state, and nothing for blocked people', async () => {
  expect((await open(list())).shown()).toContain("theo doesn't have any items yet.")
  await leave()
  expect((await open(list(), { ...DATA, self: true })).shown()).toContain("You don't have any items yet.")
  await leave()
  expect((await open(list(item()), { ...DATA, blocked: true })).shown()).toBe('')
})
