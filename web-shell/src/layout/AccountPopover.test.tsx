import type { UserInfo } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { member, renderShell } from '../features/testing'
import { AccountLinks } from './AccountPopover'

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
