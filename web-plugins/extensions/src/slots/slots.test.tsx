import type { WorldSlotData } from '@witverse/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { extension, renderExtensions, WORLD } from '../testing/pages'
import DashboardTab from './DashboardTab'
import DashboardTabs from './DashboardTabs'
import HeaderAction from './HeaderAction'
import ProfileTab from './ProfileTab'
import { worldOf } from './places'
import WorldSection from './WorldSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

const title = (text: string) => ({ ko: text, en: text })
const EXTENSIONS = 'GET /api/v3/worlds/agora/extensions'
const listed = (...items: ReturnType<typeof extension>[]) => ({
  [EXTENSIONS]: { payload: { frameHost: 'plugins.localhost', items } },
})
const inSlot = (at: string, text: string, id = 'x-aaaaaaaaaaaa', plugin = 'acme.lamps') =>
  extension({ id, plugin, slots: [{ at, title: title(text), file: 'slot.html' }] })

async function open(node: React.ReactNode, answers: Record<string, unknown>, path = '/agora') {
  const page = await renderExtensions(node, { path, answers })
  leave = page.unmount
  await page.settle()
  return page
}

const props = (tab: string | null) => ({
  data: { ...(WORLD as WorldSlotData), tab },
  close: () => undefined,
})

it('adds a tab with the title of the manifest to the dashboard, and marks the current one', async () => {
  const items = [inSlot('world.dashboard.tab', 'Winners'), inSlot('header.action', 'Quick', 'x-b', 'acme.b')]
  const page = await open(<DashboardTabs {...props('acme.lamps')} />, listed(...items))
  const links = [...page.container.querySelectorAll('a')]
  expect(links.map((link) => link.textContent)).toEqual(['Winners'])
  expect(links[0]?.getAttribute('href')).toBe('/agora/dashboard?tab=acme.lamps')
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
})

it('shows the page of the tab in a frame, and nothing for a plugin without one', async () => {
  const page = await open(
    <DashboardTab {...props('acme.lamps')} />,
    listed(inSlot('world.dashboard.tab', 'Winners')),
  )
  const frame = page.container.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin')
  expect(frame?.src).toContain('x-aaaaaaaaaaaa.plugins.localhost')
  expect(frame?.src).toContain('/-/frame?page=slot.html')
  await page.unmount()
  const other = await open(
    <DashboardTab {...props('acme.other')} />,
    listed(inSlot('world.dashboard.tab', 'Winners')),
  )
  expect(other.container.querySelector('iframe')).toBeNull()
})

it('tells the page in which slot it is', async () => {
  const page = await open(
    <DashboardTab {...props('acme.lamps')} />,
    listed(inSlot('world.dashboard.tab', 'Winners')),
  )
  const frame = page.container.querySelector('iframe')
  if (!frame) throw new Error('there is no frame')
  const sent = vi.fn()
  const inside = { postMessage: sent } as unknown as Window
  Object.defineProperty(frame, 'contentWindow', { value: inside })
  await page.during(() => {
    window.dispatchEvent(
      new MessageEvent('message', { source: inside, data: { witverse: 1, type: 'ready' } }),
    )
  })
  const context = sent.mock.calls.map(([message]) => message).find(({ type }) => type === 'context')
  expect(context.context).toMatchObject({ slot: 'world.dashboard.tab', page: '/', worldName: 'agora' })
})

it('has one button in the header of a world, which opens the page in a dialog', async () => {
  const page = await open(<HeaderAction />, listed(inSlot('header.action', 'Your lamps')))
  expect(page.container.querySelector('iframe')).toBeNull()
  await page.click(page.named('Your lamps'))
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.querySelector('iframe')?.src).toContain('/-/frame?page=slot.html')
  expect(dialog?.textContent).toContain('Made by acme, not by Witverse.')
})

it('puts several plugins into a menu', async () => {
  const items = [inSlot('header.action', 'Lamps'), inSlot('header.action', 'Quiz', 'x-b', 'acme.quiz')]
  const page = await open(<HeaderAction />, listed(...items))
  await page.press(page.named('Plugins of agora'), 'Enter')
  const entries = [...document.querySelectorAll('[role=menuitem]')]
  expect(entries.map((entry) => entry.textContent)).toEqual(['Lamps', 'Quiz'])
})

it('shows pages of the own worlds on the profile, one at a time', async () => {
  const item = (id: string, text: string) => ({
    ...{ id, plugin: 'acme.lamps', name: title('Lamps'), title: title(text), file: 'me.html' },
    ...{ worldId: 'w1', worldName: 'agora', maxCharge: null },
  })
  const items = [item('x-a', 'My lamps'), item('x-b', 'My races')]
  const page = await open(
    <ProfileTab />,
    { 'GET /api/v3/extensions': { payload: { frameHost: 'plugins.localhost', items } } },
    '/profile/extensions-profile-tab?plugin=x-b',
  )
  expect(page.named('My races · agora').getAttribute('aria-current')).toBe('page')
  expect(page.named('My lamps · agora').getAttribute('href')).toContain('?plugin=x-a')
  expect(page.container.querySelectorAll('iframe')).toHaveLength(1)
  expect(page.container.querySelector('iframe')?.src).toContain('x-b.plugins.localhost')
})

it('says so if no plugin shows anything on the profile', async () => {
  const page = await open(<ProfileTab />, {
    'GET /api/v3/extensions': { payload: { frameHost: 'plugins.localhost', items: [] } },
  })
  expect(page.container.textContent).toContain('No plugin of your world')
})

it.each([
  ['/agora', 'agora'],
  ['/agora/plaza', 'agora'],
  ['/%EA%B4%91%EC%9E%A5', '광장'],
  ['/', null],
  ['/wallet', null],
  ['/wallet/charge', null],
  ['/profile/security', null],
  ['/admin', null],
  ['/terms', null],
  ['/%', null],
])('finds the world of %s: %s', (pathname, world) => {
  expect(worldOf(pathname, ['/', '/{worldName}', '/{worldName}/{blockName}', '/wallet'])).toBe(world)
})

it('lists the plugins of a world that have a page of their own, and no trial', async () => {
  const pages = extension().pages
  const page = await open(
    <WorldSection {...props(null)} />,
    listed(
      extension({ name: title('With a page'), pages }),
      // A game of blocks, for example.
      extension({ id: 'x-b', plugin: 'acme.b', name: title('Without'), pages: [] }),
      extension({ id: 'x-c', plugin: 'acme.c', name: title('On trial'), pages, isTrial: true }),
    ),
  )
  const links = [...page.container.querySelectorAll('a strong')]
  expect(links.map((link) => link.textContent)).toEqual(['With a page'])
})
