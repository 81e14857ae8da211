// Passkeys with Chromium's own authenticator, and an authenticator app with recovery codes.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { addSecurityKey, totp } from '../lib/authenticator.mjs'
import { dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'
import { PASSWORD } from '../lib/kernel.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()
const logInButton = (page) => page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true })

async function logOut(page) {
  await account(page).click()
  await page.locator('#account').getByRole('button', { name: 'Log out' }).click()
  await shown(logInButton(page))
}

async function logInWith(page, email, password = PASSWORD) {
  await logInButton(page).click()
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await press(page, 'Log in')
}

async function settleIn(one, made, path) {
  await one.logIn(made)
  await shown(account(one.page))
  await one.page.goto(path)
}

const passkey = {
  name: 'passkey',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'passkey', { world: 'reef' })
    const one = await person({ named: true })
    const { page, context } = one
    const key = await addSecurityKey(context, page)
    await settleIn(one, made, '/profile/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await shown(dialog(page).getByLabel('Name'))
    await page.locator('[name=name]').fill('My laptop')
    await press(page, 'Save')
    await gone(dialog(page))
    await shown(page.getByText('My laptop', { exact: true }))
    assert.equal((await key.credentials()).length, 1)
    await one.shoot('84-passkeys')

    // The key says yes to the quiet suggestion by itself: opening the form is enough.
    await logOut(page)
    await logInButton(page).click()
    await shown(account(page))

    await logOut(page)
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await logInButton(page).click()
    await press(page, 'Sign in with a passkey')
    await shown(account(page))

    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await press(page, 'Remove')
    await shown(page.getByText('There is no passkey yet.'))
  },
}

const authenticator = {
  name: 'authenticator app',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'totp', { world: 'reef' })
    const one = await person({ width: 768, theme: 'dark' })
    const { page } = one
    await settleIn(one, made, '/profile/security')
    await page.getByRole('button', { name: 'Set up the app' }).click()
    await shown(page.locator('.pf-qr'))
    await one.shoot('85-authenticator')
    const secret = (await page.locator('.pf-secret code').textContent()).replaceAll(' ', '')
    await page.locator('[name=code]').fill('000000')
    await press(page, 'Turn on')
    await eventually('a wrong code is refused', async () => {
      return (await page.locator('[name=code]').getAttribute('aria-invalid')) === 'true'
    })
    await page.locator('[name=code]').fill(totp(secret))
    await press(page, 'Turn on')
    await shown(page.locator('.pf-codes'))
    await one.shoot('86-recovery-codes')
    const codes = await page.locator('.pf-codes code').allTextContents()
    assert.equal(new Set(codes).size, 10)
    await press(page, 'Close')
    await shown(dialog(page).getByText('Save the codes first'))
    await page.locator('[name=saved]').check()
    await press(page, 'Done')
    await gone(dialog(page))
    await shown(page.getByText('10 of 10 left'))

    await logOut(page)
    await logInWith(page, made.email)
    await shown(dialog(page).getByText('One more step'))
    await one.shoot('87-second-step')
    await page.locator('[name=code]').fill('000000')
    await press(page, 'Log in')
    await eventually('a wrong code is refused', async () => {
      return (await page.locator('[name=code]').getAttribute('aria-invalid')) === 'true'
    })
    await page.waitForTimeout(1_100)
    await page.locator('[name=code]').fill(totp(secret, 1)) // each code counts once
    await press(page, 'Log in')
    await shown(account(page))

    await logOut(page)
    await logInWith(page, made.email)
    await press(page, 'Use a recovery code instead')
    await press(page, 'Log in')
    await fieldSays(page, 'code', 'Please enter a recovery code.')
    await page.locator('[name=code]').fill(codes[3])
    await press(page, 'Log in')
    await shown(account(page))
    await page.goto('/profile/security')
    await shown(page.getByText('9 of 10 left'))
    await page.getByRole('button', { name: 'Turn off' }).click()
    await press(page, 'Turn off')
    await toasted(page, 'The authenticator app is off.')
    await shown(page.getByRole('button', { name: 'Set up the app' }))
  },
}

export const journeys = [passkey, authenticator]
