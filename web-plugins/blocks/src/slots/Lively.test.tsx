import { renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import Lively from './Lively'

let leave = async () => undefined as unknown
afterEach(() => leave())

const block = {
  ...{
    blockId: 'b1',
    worldId: 'w1',
    worldName: 'hanok',
    blockName: 'plaza',
    type: 'social',
    state: 'complete',
  },
  ...{ title: { ko: '마당', en: 'Courtyard' }, description: { ko: '', en: '' }, access: 'everybody' },
  ...{ template: 'hanok-courtyard', isMain: false, maker: null, thumbnails: [], peopleInside: 2 },
  ...{ createdAt: '2026-11-02T03:00:00Z', publishedAt: '2026-11-02T03:00:00Z' },
}

async function open(items: unknown[]) {
  const page = await renderPlugin(<Lively />, {
    ...{ id: 'blocks', texts: { ko, en }, visitor: true },
    answers: { 'GET /api/v3/blocks/lively': { payload: { items } } },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('shows blocks with people in them, and how many', async () => {
  const page = await open([block])
  expect(page.shown()).toContain('Where people are right now')
  expect(page.shown()).toContain('2 inside')
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/hanok/plaza')
})

it('shows nothing while nobody is anywhere', async () => {
  const page = await open([])
  expect(page.container.querySelector('section')).toBeNull()
})
