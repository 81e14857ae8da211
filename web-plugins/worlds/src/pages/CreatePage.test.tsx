import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWorld, world } from '../testing/pages'
import CreatePage from './CreatePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown>, path = '/world/crafting') {
  const page = await renderWorld(<CreatePage />, {
    route: '/world/crafting',
    path,
    user: { hasNickname: true, worldName: null },
    answers: { 'POST /api/v2/worlds/name': { payload: {} }, ...answers },
  })
  leave = page.unmount
  await page.until(() => document.querySelector('[name=worldName]') !== null)
  return page
}

it('creates a world and opens it', async () => {
  const create = vi.fn((_body: unknown) => ({ payload: world({ worldName: 'harbour' }) }))
  const page = await open({ 'POST /api/v3/worlds': create })
  await page.fill({ worldName: 'harbour', ko: ' 항구 ' })
  await page.click(page.named('Create world'))
  await page.settle()
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    worldName: 'harbour',
    description: { ko: '항구', en: '' },
    hue: 262,
  })
  expect(page.place.path).toBe('/harbour')
})

it.each([
  ['', 'Please enter a world name.'],
  ['ab', 'check the length of the world name'],
])('refuses the name %j', async (worldName, said) => {
  const create = vi.fn()
  const page = await open({ 'POST /api/v3/worlds': create })
  await page.fill({ worldName })
  await page.click(page.named('Create world'))
  await page.settle()
  expect(page.shown()).toContain(said)
  expect(create).not.toHaveBeenCalled()
})

it('shows a refused name at its field', async () => {
  const page = await open(
    { 'POST /api/v3/worlds': problem(409, 'world_name_duplicate') },
    '/world/crafting?name=agora',
  )
  await page.click(page.named('Create world'))
  await page.settle()
  expect(document.querySelector('[name=worldName]')?.getAttribute('aria-invalid')).toBe('true')
})
