import { renderPlugin } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import ItemPlace from './ItemPlace'

let leave = async () => undefined as unknown
afterEach(() => leave())

const BLOCK = {
  ...{ blockId: 'b1', worldName: 'agora', blockName: 'garden' },
  title: { ko: '정원', en: 'Garden' },
}

async function open(block: typeof BLOCK | null) {
  const page = await renderPlugin(<ItemPlace data={{ itemId: 'i1' }} close={() => undefined} />, {
    ...{ id: 'blocks', texts: { ko, en } },
    answers: {
      'GET /api/v3/blocks/placed': { payload: { block } },
      'DELETE /api/v3/blocks/b1/items/i1': { payload: { takenDown: true } },
    },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('links to the block of an item, and takes it down after a question', async () => {
  const page = await open(BLOCK)
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/agora/garden')
  await page.click(page.named('Take it down'))
  const asked = document.querySelector('[role=alertdialog], [role=dialog]')
  expect(asked?.textContent).toContain('Take it down from “Garden”?')
  const confirm = [...(asked?.querySelectorAll('button') ?? [])].find(
    (one) => one.textContent === 'Take it down',
  )
  if (!confirm) throw new Error('no button')
  await page.click(confirm)
  expect(page.toast()).toBe('The item was taken down.')
})

it('shows nothing for an item that stands nowhere', async () => {
  const page = await open(null)
  expect(page.shown()).toBe('')
})
