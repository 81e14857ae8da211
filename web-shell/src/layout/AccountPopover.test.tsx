import type { UserInfo } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { fakePlugins, member, renderShell } from '../features/testing'
import { AccountLinks, AccountPopover } from './AccountPopover'

it.each([
  [[], ['/profile']],
  [['moderator'], ['/profile', '/moderation']],
  [['admin'], ['/profile', '/moderation', '/admin']],
])('shows users with the roles %j the links %j', async (roles, paths) => {
  const user = member({ roles }).caller?.user as UserInfo
  const page = await renderShell(<AccountLinks user={user} onLeave={() => undefined} />, [])
  const links = [...page.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(paths)
  await page.unmount()
})

it('shows the entries of plugins after the profile, once the first screen has loaded', async () => {
  const slot = { at: 'account.menu', page: 'menu', title: { ko: '', en: '' } }
  const wallet = {
    id: 'wallet',
    name: { ko: 'wallet', en: 'wallet' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots: [slot],
  }
  const user = member({ roles: ['admin'] }).caller?.user as UserInfo
  const page = await renderShell(<AccountPopover user={user} />, [], {
    plugins: fakePlugins([wallet], { 'wallet/menu': () => <a href="/wallet">My WIT</a> }),
  })
  const paths = () => [...page.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  await page.until(() => paths().includes('/wallet'))
  expect(paths()).toEqual(['/orbit', '/profile', '/wallet', '/moderation', '/admin'])
  await page.unmount()
})
