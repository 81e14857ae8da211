import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { texts } from '../../locales/profile'
import { texts as safety } from '../../locales/safety'
import { fakePlugins, member, renderShell } from '../testing'
import { ProfileScreen } from './ProfileScreen'

const EMPTY = { payload: { items: [], nextCursor: null } }
const NONE = { payload: { state: 'none' } }
let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, state: object = member()) {
  const page = await renderShell(
    <Routes>
      <Route path="/profile/:tab?" element={<ProfileScreen />} />
    </Routes>,
    [texts, safety],
    { path, state, answers: { 'GET /api/account/wallets': EMPTY, 'GET /api/account/export': NONE } },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it('asks visitors to log in', async () => {
  const page = await open('/profile', {})
  expect(page.shown()).toContain('Log in to see your account')
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('shows the account and links to each section', async () => {
  const page = await open('/profile')
  expect(page.shown()).toContain('mina@witverse.com')
  await page.click(page.named('Wallets'))
  await page.settle()
  expect(page.place.path).toBe('/profile/wallets')
  expect(page.shown()).toContain('No connected wallets.')
})

it('follows the links of mails', async () => {
  const page = await open('/profile?tab=privacy')
  expect(page.place.path).toBe('/profile/privacy')
  expect(page.shown()).toContain('Delete your account')
})

it('shows "not found" for unknown sections', async () => {
  expect((await open('/profile/nothing')).shown()).toContain('Page not found')
})

it('shows the tabs that plugins add', async () => {
  const slot = { at: 'profile.tab', page: 'badges', title: { ko: '배지', en: 'Badges' } }
  const plugin = {
    id: 'missions',
    name: { ko: 'missions', en: 'missions' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots: [slot],
  }
  const page = await renderShell(
    <Routes>
      <Route path="/profile/:tab?" element={<ProfileScreen />} />
    </Routes>,
    [texts, safety],
    {
      path: '/profile/missions-badges',
      state: member(),
      plugins: fakePlugins([plugin], { 'missions/badges': () => <p>Seven badges</p> }),
    },
  )
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('Seven badges')
  expect(page.named('Badges')?.getAttribute('aria-current')).toBe('page')
})

it('links from a tab to a page with an address of its own, and shows the sections of plugins', async () => {
  const title = { ko: 'WIT 내역', en: 'WIT history' }
  const wallet = {
    id: 'wallet',
    name: { ko: 'wallet', en: 'wallet' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [{ path: '/wallet', page: 'wallet', title }],
    slots: [
      { at: 'profile.tab', page: 'wallet', title, icon: 'chart' },
      { at: 'profile.section', page: 'balance', title },
    ],
  }
  const page = await renderShell(
    <Routes>
      <Route path="/profile/:tab?" element={<ProfileScreen />} />
    </Routes>,
    [texts, safety],
    {
      path: '/profile',
      state: member(),
      plugins: fakePlugins([wallet], { 'wallet/balance': () => <p>1,240.50 WIT</p> }),
    },
  )
  leave = page.unmount
  await page.settle()
  expect(page.named('WIT history').getAttribute('href')).toBe('/wallet')
  expect(page.shown()).toContain('1,240.50 WIT')
})
