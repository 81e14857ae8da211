// Where one is signed in, ended from elsewhere; a link that signs another browser in; the log of it all.
import assert from 'node:assert/strict'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { at, dialog, eventually, gone, shown, toasted } from '../lib/check.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()
const logInButton = (page) => page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true })

const masked = (email) => `${email[0]}***@${email.split('@')[1]}`

const sessions = {
  name: 'devices',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'device', { world: 'reef' })
    const [here, there] = [await person(), await person({ width: 390, touch: true })]
    for (const one of [here, there]) {
      await one.logIn(made)
      await shown(account(one.page))
    }
    const { page } = here
    await page.goto('/profile/sessions')
    await shown(page.getByText('This device'))
    const rows = page.locator('.pt-rows > li')
    assert.match(await rows.first().textContent(), /Chrome on Linux.*This device/)
    await here.shoot('88-devices')
    const before = await rows.count()
    await page
      .getByRole('button', { name: /^Log out: / })
      .first()
      .click()
    await toasted(page, 'That device is logged out.')
    await eventually('one device less', async () => (await rows.count()) === before - 1)
    if (before > 2) {
      await page.getByRole('button', { name: 'Log out all others' }).click()
      await press(page, 'Log out all others')
      await gone(dialog(page))
    }
    await shown(page.getByText('You are logged in on this device only.'))
    await there.page.reload()
    await shown(logInButton(there.page))
    assert.equal(await there.stored('token'), null)

    await page.goto('/profile/activity')
    await shown(page.getByText('You logged in').first())
    await page.getByRole('button', { name: 'Check the seals' }).click()
    await shown(page.getByText(/\d+ entries, all intact\./))
    await here.shoot('89-activity')
  },
}

const link = {
  name: 'login link',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'qr', { world: 'reef' })
    const here = await person()
    await here.logIn(made)
    await shown(account(here.page))
    const issue = async () => {
      await here.page.goto('/profile')
      await here.page.getByRole('button', { name: 'Show a code' }).click()
      await shown(here.page.locator('.pf-qr'))
      await here.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await here.page.getByRole('button', { name: 'Copy link' }).click()
      const address = new URL(await here.page.evaluate(() => navigator.clipboard.readText()))
      return address.pathname + address.search
    }
    const first = await issue()
    await here.shoot('90-login-link')

    const phone = await person({ width: 390, touch: true })
    await phone.page.goto(first)
    // Opening a link logs in only after a dialog that shows the account.
    await shown(dialog(phone.page).getByText('Log in to this account?'))
    await shown(dialog(phone.page).getByText(masked(made.email)))
    assert.equal(new URL(phone.page.url()).search, '', 'the code has left the address')
    assert.equal(await phone.stored('token'), null)
    await phone.shoot('90-login-link-ask')
    await press(phone.page, 'Cancel')
    await gone(dialog(phone.page))
    assert.equal(await phone.stored('token'), null)
    await phone.page.goto(first)
    await press(phone.page, `Log in as ${made.nickname}`)
    await toasted(phone.page, `You are logged in as ${made.nickname}.`)
    await shown(account(phone.page))
    await at(phone.page, '/reef')

    // Used once, it is of no use to anybody else.
    const late = await person()
    await late.page.goto(first)
    await shown(dialog(late.page).getByText('This link does not work'))
    await late.shoot('91-login-link-used')
    await press(late.page, 'Log in')
    await shown(late.page.locator('[name=password]'))

    // In Korean too, and in the dark.
    const korean = await person({ width: 768, language: 'ko', theme: 'dark' })
    await korean.page.goto(await issue())
    await shown(dialog(korean.page).getByText('이 계정으로 로그인하시겠습니까?'))
    await korean.shoot('90-login-link-ask')
    await press(korean.page, `${made.nickname} 계정으로 로그인`)
    await shown(korean.page.getByRole('button', { name: /^(Your account|내 계정)$/ }))

    // With another account logged in, the dialog names that account too.
    const other = await person()
    await other.logIn(demo('sora'), 'en')
    await shown(account(other.page))
    const token = await other.stored('token')
    await other.page.goto(await issue())
    await shown(dialog(other.page).getByText(/You are logged in as sora\./))
    await other.shoot('92-login-link-ask')
    await press(other.page, 'Cancel')
    await gone(dialog(other.page))
    assert.equal(await other.stored('token'), token)
    await other.page.goto(await issue())
    await press(other.page, `Log in as ${made.nickname}`)
    await toasted(other.page, `You are logged in as ${made.nickname}.`)
    await account(other.page).click()
    await shown(other.page.locator('#account').getByText(made.email))
  },
}

export const journeys = [sessions, link]
