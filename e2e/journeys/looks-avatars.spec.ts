// The screens of avatars: axe reports no violation, nothing overflows, and a screenshot of each.
import { makeAccount } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import { withoutWebGl } from '../lib/rooms'
import { callAs, grantItem } from '../lib/social'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`screens of avatars (${name})`, { tag }, async ({ kernel, person }) => {
    const account = await makeAccount(kernel, 'avatar')
    const crown = { slot: 'head', model: 'crown' }
    const itemId = await grantItem(kernel, account, 'Gold crown', 'gear', 'star-goggles', crown)
    await grantItem(kernel, account, 'Fisher hat', 'gear', 'paper-crane', {
      slot: 'head',
      model: 'straw-hat',
    })
    const one = await person({ ...options, script: axe })
    await withoutWebGl(one)
    await one.goto('/custom')
    await expect(one.heading('avatars:visitor.title')).toBeVisible()
    await look(one, '460-avatar-visitor')
    await one.logIn(account)
    await expect(one.accountButton).toBeVisible()
    await one.goto('/custom')
    await expect(one.heading('avatars:title')).toBeVisible()
    await expect(one.page.getByRole('list', { name: one.t('avatars:gear.title') })).toBeVisible()
    await look(one, '461-avatar-choice')
    await one.button('avatars:choose').click()
    await expect(one.dialog).toBeVisible()
    await look(one, '462-avatar-confirmation')
    await one.inDialog('avatars:confirm.action').click()
    await expect(one.text('avatars:chosen.note')).toBeVisible()
    await callAs(kernel, account, 'PUT', '/api/v2/avatars/gear', { slot: 'head', itemId })
    await one.page.reload()
    await expect(one.text('avatars:gear.worn')).toBeVisible()
    await look(one, '463-avatar-chosen')
  })
}
