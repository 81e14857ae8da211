import type { ProfileSlotData } from '@witverse/sdk'
import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
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

it('shows an empty state, and nothing for blocked people', async () => {
  expect((await open(list())).shown()).toContain("theo doesn't have any items yet.")
  await leave()
  expect((await open(list(), { ...DATA, self: true })).shown()).toContain("You don't have any items yet.")
  await leave()
  expect((await open(list(item()), { ...DATA, blocked: true })).shown()).toBe('')
})
