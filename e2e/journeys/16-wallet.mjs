// A browser wallet that signs, and none at all.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { installWallet, makeWallet } from '../lib/authenticator.mjs'
import { dialog, gone, shown, toasted } from '../lib/check.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })

const wallet = {
  name: 'wallet',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'wallet', { world: 'reef' })
    const bare = await person({ width: 390, touch: true, theme: 'dark' })
    await bare.logIn(made)
    await shown(account(bare.page))
    await bare.page.goto('/profile/wallets')
    await bare.page.getByRole('button', { name: 'Connect a wallet' }).click()
    await shown(bare.page.getByText('The wallet extension is missing.'))
    await bare.shoot('104-wallet-missing')

    const mine = makeWallet()
    const one = await person()
    const { page } = one
    await installWallet(one.context, mine)
    await one.logIn(made)
    await shown(account(page))
    await page.goto('/profile/wallets')
    await page.getByRole('button', { name: 'Connect a wallet' }).click()
    await shown(dialog(page).getByText('Wallet verified'))
    await shown(dialog(page).getByText(mine.address))
    await one.shoot('105-wallet-verified')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await gone(dialog(page))
    await shown(page.getByText(mine.address))
    // It belongs to one account only.
    const thief = await person()
    await installWallet(thief.context, mine)
    await thief.logIn(await makeAccount(kernel, 'thief', { world: 'reef' }))
    await shown(account(thief.page))
    await thief.page.goto('/profile/wallets')
    await thief.page.getByRole('button', { name: 'Connect a wallet' }).click()
    await shown(thief.page.locator('.wv-toast[data-tone=bad]'))
    assert.equal(await thief.page.getByText(mine.address).count(), 0)

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await dialog(page).getByRole('button', { name: 'Disconnect' }).click()
    await gone(dialog(page))
    await shown(page.getByText('No wallet is connected.'))
  },
}

const refusing = {
  name: 'wallet declined',
  async run({ kernel, person }) {
    const one = await person()
    await one.context.addInitScript(() => {
      window.ethereum = { request: () => Promise.reject({ code: 4001 }) }
    })
    await one.logIn(await makeAccount(kernel, 'shy', { world: 'reef' }))
    await shown(account(one.page))
    await one.page.goto('/profile/wallets')
    await one.page.getByRole('button', { name: 'Connect a wallet' }).click()
    await toasted(one.page, 'You declined in your wallet.')
  },
}

export const journeys = [wallet, refusing]
