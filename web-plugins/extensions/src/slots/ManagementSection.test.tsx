import type { WorldSlotData } from '@witverse/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { install, renderExtensions, WORLD } from '../testing/pages'
import ManagementSection from './ManagementSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PLUGINS = 'GET /api/v3/worlds/w-agora/plugins'
const PLUGIN = '/api/v3/worlds/w-agora/plugins/x-aaaaaaaaaaaa'

async function open(answers: Record<string, unknown> = {}, change: Partial<WorldSlotData> = {}) {
  const page = await renderExtensions(
    <ManagementSection data={{ ...WORLD, ...change }} close={() => undefined} />,
    { answers },
  )
  leave = page.unmount
  await page.settle()
  return page
}

const entries = () => [...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)

it('is empty for people who do not manage the world', async () => {
  const page = await open({}, { isOwner: false })
  expect(page.container.textContent).toBe('')
})

it('shows what a plugin is, what it may do and its prize money', async () => {
  const page = await open()
  const card = page.container.querySelector('article')?.textContent ?? ''
  for (const part of ['Find the lamp', 'acme.lamps', '1.0.0', 'Running', 'Stores its own data.', '123'])
    expect(card).toContain(part)
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  expect(entries()).toEqual(['Stop', 'Change permissions', 'Add prize money', 'Uninstall'])
})

it('stops a plugin, and says so', async () => {
  const change = vi.fn(() => ({ payload: install({ state: 'disabled', disabledBecause: 'operator' }) }))
  const page = await open({ [`PATCH ${PLUGIN}`]: change })
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  await page.click([...document.querySelectorAll('[role=menuitem]')].at(0) ?? null)
  await page.settle()
  expect(change).toHaveBeenCalledWith({ enabled: false }, expect.anything())
  expect(page.toast()).toBe('Find the lamp is stopped.')
})

it('tells why a plugin was stopped by the platform', async () => {
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ state: 'disabled', disabledBecause: 'failures' })] } },
  })
  const card = page.container.querySelector('article')?.textContent ?? ''
  expect(card).toContain('Stopped after errors')
  expect(card).toContain('It failed several times within an hour.')
})

it('offers to undo an uninstall while the data are kept', async () => {
  const gone = install({ state: 'uninstalled', retainedUntil: '2026-12-20T03:00:00Z' })
  const restore = vi.fn(() => ({ payload: install() }))
  const page = await open({
    [PLUGINS]: { payload: { items: [gone] } },
    [`POST ${PLUGIN}/restore`]: restore,
  })
  expect(page.container.textContent).toContain('Its data are kept until')
  await page.click(page.named('Undo'))
  await page.settle()
  expect(restore).toHaveBeenCalledOnce()
  expect(page.toast()).toBe('Find the lamp is running again.')
})
