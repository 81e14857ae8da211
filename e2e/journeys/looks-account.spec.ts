// The screens of accounts and of operators: axe reports no violation, nothing overflows, and a screenshot of each.
import { demo, makeAccount } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import { idOf } from '../lib/social'
import { expect, test } from '../lib/test'

const TABS = ['', '/security', '/sessions', '/activity', '/wallets', '/privacy', '/safety']

// Each test visits up to twenty screens.
test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`account screens of a visitor (${name})`, { tag }, async ({ person }) => {
    const one = await person({ ...options, script: axe })
    for (const path of ['terms', 'nft-terms', 'privacy']) {
      await one.goto(`/${path}`)
      await expect(one.main.getByRole('article').getByRole('heading').first()).toBeVisible()
      await look(one, `110-${path}`)
    }
    await one.goto('/profile')
    await expect(one.heading('shell-profile:visitor.title')).toBeVisible()
    await look(one, '111-profile-visitor')
    await one.goto('/appeal')
    await expect(one.main.getByRole('heading').first()).toBeVisible()
    await one.expectLoaded()
    await look(one, '112-appeal-missing')
  })

  test(`account screens of a member (${name})`, { tag }, async ({ kernel, person }) => {
    const other = await idOf(kernel, await makeAccount(kernel, 'seen'))
    const one = await person({ ...options, script: axe })
    await one.logIn(demo('haneul'))
    await expect(one.accountButton).toBeVisible()
    for (const tab of TABS) {
      await one.goto(`/profile${tab}`)
      await expect(one.main.getByRole('region').first()).toBeVisible()
      await one.expectLoaded()
      await look(one, `113-profile${tab.replace('/', '-')}`)
    }
    await one.goto(`/user/${other}`)
    await expect(one.button('shell-people:mute')).toBeVisible()
    await look(one, '114-user')
    await one.button('shell-people:share.open').click()
    await expect(one.heading('shell-people:share.title')).toBeVisible()
    await look(one, '115-share')
    await one.escape()
    await one.button('shell-people:report.open').click()
    await expect(one.field('reason')).toBeVisible()
    await look(one, '116-report')
  })

  test(`account screens of an administrator (${name})`, { tag }, async ({ kernel, person }) => {
    const other = await idOf(kernel, await makeAccount(kernel, 'seen'))
    const one = await person({ ...options, script: axe })
    await one.logIn(demo('admin'))
    await expect(one.accountButton).toBeVisible()
    for (const path of [
      '/moderation',
      '/admin',
      `/admin/people/${other}`,
      '/admin/words',
      '/admin/files',
      '/admin/audit',
      '/admin/keys',
    ]) {
      await one.goto(path)
      await expect(one.main.getByRole('region').first()).toBeVisible()
      await one.expectLoaded()
      await look(one, `117${path.replace(other, '1').replaceAll('/', '-')}`)
    }
  })
}
