import { list, person } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { basisPoints } from '../craft/CollectionDialog'
import { EMPTY, writeDraft } from '../craft/draft'
import { collection, item, renderItems } from '../testing/pages'
import CollectionPage from './CollectionPage'
import CraftPage from './CraftPage'

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

const WHOLE = {
  ...EMPTY,
  ...{ collectionId: 'c1', name: { ko: '달', en: 'Moon' }, quantity: '3' },
  image: JSON.stringify({ fileId: 'f1', url: '/files/f1', name: 'a.png', width: 8, height: 8 }),
}

async function open(answers: Record<string, unknown> = {}, path = '/crafting/item') {
  const page = await renderItems(<CraftPage />, {
    path,
    answers: {
      'GET /api/v2/collections/mine': list(collection({ supply: 20 })),
      'GET /api/v2/worlds/mInfo': { payload: { isOwner: false, isAdmin: false } },
      ...answers,
    },
  })
  leave = page.unmount
  await page.until(() => page.shown().includes('Make items'))
  await page.settle()
  return page
}

const inDialog = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button, [role=dialog] button')].find(
    (one) => one.textContent === text,
  ) ?? null

it('names what is missing, and chooses the only collection', async () => {
  const page = await open()
  expect(document.querySelector<HTMLSelectElement>('[name=collectionId]')?.value).toBe('c1')
  expect(page.shown()).toContain('13 of 20 are left')
  await page.click(page.named('Make'))
  expect(page.shown()).toContain('Please add a picture.')
  expect(inDialog('Make')).toBeNull()
})

it('makes the items of a draft after a question, and forgets the draft', async () => {
  writeDraft({ userId: 'u-mina' }, WHOLE)
  const make = vi.fn((_: unknown) => ({ payload: { item: item(), count: 3 } }))
  const page = await open({ 'POST /api/v2/collections/c1/items': make })
  await page.click(page.named('Make'))
  await page.settle()
  expect(page.shown()).toContain('Make 3 items?')
  expect(make).not.toHaveBeenCalled()
  await page.click(inDialog('Make'))
  await page.settle()
  expect(make.mock.calls[0]?.[0]).toEqual({
    ...{ type: 'photo', name: { ko: '달', en: 'Moon' }, description: { ko: '', en: '' } },
    ...{ imageFileId: 'f1', mediaFileId: null, text: null, gear: null, quantity: 3 },
  })
  expect(page.toast()).toBe('3 items were made.')
  expect(localStorage.length).toBe(0)
})

it('begins in the collection of the address', async () => {
  const other = collection({ collectionId: 'c2', name: { ko: '별', en: 'Stars' } })
  await open({ 'GET /api/v2/collections/mine': list(collection(), other) }, '/crafting/item?collection=c2')
  expect(document.querySelector<HTMLSelectElement>('[name=collectionId]')?.value).toBe('c2')
})

it('reads percents of up to two decimals', () => {
  for (const [text, points] of [
    ['0', 0],
    ['2.5', 250],
    ['2,25', 225],
    ['10', 1000],
  ] as const) {
    expect(basisPoints(text)).toBe(points)
  }
  for (const text of ['', '10.01', '-1', '1.234', 'x', '100']) expect(basisPoints(text)).toBeNull()
})

it('shows the maker of a collection, who can add to it and edit it', async () => {
  const made = collection({ maker: person('mina'), royaltyBp: 250, supply: 7 })
  const page = await renderItems(<CollectionPage />, {
    path: '/collection/c1',
    route: '/collection/:id',
    user: { roles: [] },
    answers: {
      'GET /api/v2/collections/c1': { payload: made },
      'GET /api/v2/collections/c1/items': list(item()),
      'GET /api/v2/worlds/mInfo': { payload: { isOwner: false, isAdmin: false } },
    },
  })
  leave = page.unmount
  await page.until(() => page.shown().includes('Moon Cat'))
  expect(page.shown()).toContain('Made by')
  expect(page.shown()).toContain('royalty 2.5%')
  expect(page.named('Edit collection')).toBeTruthy()
  // All of its items were made.
  expect(() => page.named('Make items')).toThrow()
})
