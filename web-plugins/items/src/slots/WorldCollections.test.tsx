import type { WorldSlotData } from '@witverse/sdk'
import { list } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY, readDraft, writeDraft } from '../craft/draft'
import { collection, item, renderItems } from '../testing/pages'
import CraftCard from './CraftCard'
import WorldCollections from './WorldCollections'

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

const WORLD: WorldSlotData = {
  ...{ worldId: 'w1', worldName: 'agora', isPublic: true },
  ...{ isOwner: true, isAdmin: false, isMember: true, hasMembership: false },
}
const PLACE = { userId: 'u-mina', worldName: 'agora' }
const OF_WORLD = 'GET /api/v3/worlds/agora/item-collections'

async function open(path: string, answers: Record<string, unknown> = {}, world = WORLD) {
  const page = await renderItems(<WorldCollections data={world} close={() => undefined} />, {
    path,
    answers: {
      [OF_WORLD]: list(collection({ worldName: 'agora' }), collection({ collectionId: 'c0' })),
      'GET /api/v2/worlds/mInfo': { payload: { isOwner: true, isAdmin: false } },
      ...answers,
    },
  })
  leave = page.unmount
  await page.settle()
  return page
}

type Rendered = Awaited<ReturnType<typeof open>>

const hasForm = (page: Rendered) => page.until(() => document.querySelector('[name=collectionId]') !== null)
const chosen = () => document.querySelector<HTMLSelectElement>('[name=collectionId]')?.value

it('makes items of the world in its newest collection, from a draft of that world', async () => {
  const image = JSON.stringify({ fileId: 'f1', url: '/files/f1', name: 'a.png', width: 8, height: 8 })
  writeDraft(PLACE, { ...EMPTY, name: { ko: '달', en: 'Moon' }, image })
  const make = vi.fn((_: unknown) => ({ payload: { item: item(), count: 1 } }))
  const page = await open('/agora?state=crafting&kind=item', {
    'POST /api/v2/collections/c1/items': make,
  })
  await hasForm(page)
  expect(page.shown()).toContain('Make items of AGORA')
  expect(chosen()).toBe('c1')
  expect(document.querySelector<HTMLInputElement>('[name="name.en"]')?.value).toBe('Moon')
  await page.fill({ quantity: '2' })
  expect(readDraft(PLACE).quantity).toBe('2')
  await page.click(page.named('Make'))
  await page.settle()
  // The question is above the form.
  const confirm = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Make')
  await page.click(confirm.at(-1) ?? null)
  await page.settle()
  expect(make.mock.calls[0]?.[0]).toMatchObject({ name: { en: 'Moon' }, imageFileId: 'f1', quantity: 2 })
  expect(readDraft(PLACE)).toEqual(EMPTY)
})

it('begins in the collection of the address, also beyond the first page', async () => {
  const old = collection({ collectionId: 'c9', worldName: 'agora', name: { ko: '옛', en: 'Old' } })
  const page = await open('/agora?state=crafting&kind=item&collection=c9', {
    'GET /api/v2/collections/c9': { payload: old },
  })
  await hasForm(page)
  expect(chosen()).toBe('c9')
})

it('shows the form to people who manage the world only', async () => {
  const page = await open('/agora?state=crafting&kind=item', {}, { ...WORLD, isOwner: false })
  expect(page.shown()).toContain('Moonlit Friends')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('says on its card who makes items of a world', async () => {
  const card = async (data: WorldSlotData | null) => {
    const page = await renderItems(<CraftCard data={data} close={() => undefined} />)
    leave = page.unmount
    const links = [...page.container.querySelectorAll('a')].map((one) => one.getAttribute('href'))
    const text = page.shown()
    await leave()
    return [links[0], text.includes('made by its owner')]
  }
  expect(await card(null)).toEqual(['/crafting/item', false])
  expect(await card(WORLD)).toEqual(['/agora?state=crafting&kind=item', false])
  expect(await card({ ...WORLD, isOwner: false })).toEqual(['/crafting/item', true])
  leave = async () => undefined
})
