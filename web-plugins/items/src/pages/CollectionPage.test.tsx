import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { collection, item, renderItems } from '../testing/pages'
import CollectionPage from './CollectionPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const shown = (isOfficial: boolean) => ({ payload: collection({ isOfficial }) })

async function open(isOfficial: boolean, roles: string[], answers: Record<string, unknown> = {}) {
  const page = await renderItems(<CollectionPage />, {
    path: '/collection/c1',
    route: '/collection/:id',
    user: { roles },
    answers: {
      'GET /api/v2/collections/c1': shown(isOfficial),
      'GET /api/v2/collections/c1/items': list(item()),
      ...answers,
    },
  })
  leave = page.unmount
  await page.until(() => page.shown().includes('Moon Cat'))
  return page
}

it('shows everybody whether a collection is official, and only administrators can change it', async () => {
  const official = await open(true, [])
  expect(official.shown()).toContain('Official')
  expect(() => official.named('End official status')).toThrow()
  await leave()
  const plain = await open(false, ['moderator'])
  expect(plain.shown()).not.toContain('Official')
  expect(() => plain.named('Make official')).toThrow()
})

it('lets an administrator make a collection official after a question', async () => {
  const save = vi.fn((_: unknown) => shown(true))
  const page = await open(false, ['admin'], { 'PUT /api/v2/collections/c1/official': save })
  await page.click(page.named('Make official'))
  expect(page.shown()).toContain('Blocks can then ask visitors for one of its items.')
  const confirm = [...document.querySelectorAll('[role=alertdialog] button, [role=dialog] button')]
  await page.click(confirm.find((one) => one.textContent === 'Make official') ?? null)
  await page.settle()
  expect(save).toHaveBeenCalledWith({ isOfficial: true }, expect.anything())
  expect(page.toast()).toBe('The collection is official now.')
})
