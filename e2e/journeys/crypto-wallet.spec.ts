// A browser wallet that signs, one that refuses, and none at all.
import { makeMember } from '../lib/accounts.mjs'
import { installWallet, makeWallet } from '../lib/authenticator'
import { expect, test } from '../lib/test'

test('without a browser wallet the page shows that the extension is missing', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await person({ width: 390, touch: true, theme: 'dark' })
  await one.logIn(await makeMember(kernel, 'nowal'))
  await expect(one.accountButton).toBeVisible()
  await one.goto('/profile/wallets')
  await one.button('shell-profile:wallets.connect').click()
  await expect(one.page.getByText(one.t('shell-profile:wallets.missing'))).toBeVisible()
  await one.shoot('104-wallet-missing')
})

test('a verified wallet belongs to one account only, until it is disconnected', async ({
  kernel,
  person,
}) => {
  const wallet = makeWallet()
  const one = await person()
  await installWallet(one.context, wallet)
  await one.logIn(await makeMember(kernel, 'wallet'))
  await expect(one.accountButton).toBeVisible()
  await one.goto('/profile/wallets')
  await one.button('shell-profile:wallets.connect').click()
  await expect(one.dialog.getByText(one.t('shell-profile:wallets.verified'))).toBeVisible()
  await expect(one.dialog.getByText(wallet.address)).toBeVisible()
  await one.shoot('105-wallet-verified')
  await one.inDialog('shell-profile:wallets.done').click()
  await expect(one.dialog).toBeHidden()
  await expect(one.page.getByText(wallet.address)).toBeVisible()

  const other = await person()
  await installWallet(other.context, wallet)
  await other.logIn(await makeMember(kernel, 'thief'))
  await expect(other.accountButton).toBeVisible()
  await other.goto('/profile/wallets')
  const refusal = other.page.waitForResponse((response) => response.status() === 409)
  await other.button('shell-profile:wallets.connect').click()
  await refusal
  await expect(other.status(/\S/).first()).toBeVisible()
  await expect(other.page.getByText(wallet.address)).toHaveCount(0)

  await one.button('shell-profile:wallets.disconnect').click()
  await one.inDialog('shell-profile:wallets.disconnect').click()
  await expect(one.dialog).toBeHidden()
  await expect(one.text('shell-profile:wallets.none')).toBeVisible()
})

test('a request that is declined in the wallet shows a toast', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await person()
  await one.context.addInitScript(() => {
    Object.assign(window, { ethereum: { request: () => Promise.reject({ code: 4001 }) } })
  })
  await one.logIn(await makeMember(kernel, 'shy'))
  await expect(one.accountButton).toBeVisible()
  await one.goto('/profile/wallets')
  await one.button('shell-profile:wallets.connect').click()
  await one.expectToast('shell-profile:wallets.refused')
})
