import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { Collection, Install, Review } from '../api/types'
import { install, renderExtensions, review } from '../testing/pages'
import { EditGrantDialog } from './EditGrantDialog'
import { InstallCard } from './InstallCard'
import { ReviewDialog } from './ReviewDialog'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PLUGINS = 'POST /api/v3/worlds/w-agora/plugins'
const COLLECTIONS = 'GET /api/v3/worlds/w-agora/item-collections'
const LINES = [
  {
    key: 'services.items@1.owns',
    ko: '아이템을 확인합니다.',
    en: 'Checks who owns items.',
    objects: 'collections',
  },
]
const GRANT = { ...review().requested, reward: null, sql: false, services: { 'items@1': ['owns'] } }
delete (GRANT as { sqlMib?: number }).sqlMib

const collection = (collectionId: string, name: string): Collection => ({
  collectionId,
  name: { ko: name, en: name },
  editions: 0,
  supply: null,
  link: null,
  createdAt: '2026-11-20T03:00:00Z',
  isOfficial: false,
  description: { ko: '', en: '' },
  imageUrl: null,
  maker: null,
  worldName: 'agora',
  royaltyBp: 0,
})

const asking: Partial<Review> = { requested: GRANT, permissions: LINES }
const installed = (change: Partial<Install>) =>
  install({
    requested: GRANT,
    granted: GRANT,
    permissions: LINES,
    requestedPermissions: LINES,
    ...change,
  })

async function show(page: Parameters<typeof renderExtensions>[0], answers: Record<string, unknown> = {}) {
  const rendered = await renderExtensions(page, {
    answers: {
      [COLLECTIONS]: list(collection('c1', 'Moonlit Friends'), collection('c2', 'Lanterns')),
      ...answers,
    },
  })
  leave = rendered.unmount
  await rendered.settle()
  return rendered
}

const input = (selector: string) => document.querySelector<HTMLInputElement>(selector)
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''

it('opens no collection of a new plugin until one is chosen', async () => {
  const order = vi.fn(() => ({ payload: install() }))
  const page = await show(
    <ReviewDialog worldId="w-agora" worldName="agora" review={review(asking)} onClose={() => undefined} />,
    { [PLUGINS]: order },
  )
  expect(input('[name=collections][value=chosen]')?.checked).toBe(true)
  await page.click(page.named('Install'))
  await page.settle()
  expect(order).not.toHaveBeenCalled()
  expect(document.querySelector('.ex-choice [role=alert]')?.textContent).toContain('Choose at least one')
  await page.click(input('[name="collection.c2"]'))
  await page.click(page.named('Install'))
  await page.settle()
  expect(order).toHaveBeenCalledWith(
    expect.objectContaining({ grant: { ...GRANT, objects: { collections: ['c2'] } } }),
    expect.anything(),
  )
})

it('opens all collections, or asks for none without the permission', async () => {
  const order = vi.fn(() => ({ payload: install() }))
  const page = await show(
    <ReviewDialog worldId="w-agora" worldName="agora" review={review(asking)} onClose={() => undefined} />,
    { [PLUGINS]: order },
  )
  await page.click(input('[name="services.items@1.owns"]'))
  expect(document.querySelector('.ex-choice')).toBeNull()
  await page.click(input('[name="services.items@1.owns"]'))
  await page.click(input('[name=collections][value=all]'))
  expect(document.querySelector('[name="collection.c1"]')).toBeNull()
  await page.click(page.named('Install'))
  await page.settle()
  expect(order).toHaveBeenCalledWith(expect.objectContaining({ grant: GRANT }), expect.anything())
})

it('shows what was chosen before, also a collection that is gone', async () => {
  const granted = { ...GRANT, objects: { collections: ['c1', 'deadbeef-0000'] } }
  const change = vi.fn(() => ({ payload: install() }))
  const page = await show(
    <EditGrantDialog
      worldId="w-agora"
      worldName="agora"
      install={installed({ granted })}
      onClose={() => undefined}
    />,
    { 'PATCH /api/v3/worlds/w-agora/plugins/x-aaaaaaaaaaaa': change },
  )
  expect(input('[name="collection.c1"]')?.checked).toBe(true)
  expect(dialog()).toContain('Deleted or not of this world deadbeef')
  await page.click(input('[name="collection.deadbeef-0000"]'))
  await page.click(page.named('Save'))
  await page.settle()
  expect(change).toHaveBeenCalledWith(
    { grant: { ...GRANT, objects: { collections: ['c1'] } } },
    expect.anything(),
  )
})

it('keeps all collections of a plugin that had them', async () => {
  await show(
    <EditGrantDialog worldId="w-agora" worldName="agora" install={installed({})} onClose={() => undefined} />,
  )
  expect(input('[name=collections][value=all]')?.checked).toBe(true)
})

it('names the chosen collections in the details of a plugin', async () => {
  const granted = { ...GRANT, objects: { collections: ['c2', 'deadbeef-0000'] } }
  const page = await show(
    <InstallCard worldId="w-agora" worldName="agora" install={installed({ granted })} />,
  )
  for (const part of ['Collections that it may use', 'Lanterns', 'Deleted or not of this world'])
    expect(page.shown()).toContain(part)
  expect(page.shown()).not.toContain('Moonlit Friends')
})
