// Wanting one's money back: asking, taking it back, asking again; an administrator says no, then yes.
import assert from 'node:assert/strict'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { dialog, eventually, gone, shown, toasted } from '../lib/check.mjs'
import { account, charge, chipSays, walletOf } from '../lib/money.mjs'

const button = (at, name) => at.getByRole('button', { name, exact: true })

async function ask(page, reason) {
  await button(page, 'Ask for a refund').click()
  await page.locator('[name=reason]').fill('no')
  await button(dialog(page), 'Send the request').click()
  await shown(dialog(page).getByText('Please write at least 5 characters.'))
  await page.locator('[name=reason]').fill(reason)
  await button(dialog(page), 'Send the request').click()
  await toasted(page, 'Your request has been sent.')
  await gone(dialog(page))
}

async function decide(page, name, which, answer) {
  await page.goto('/admin/money/refunds')
  const card = page.locator('.ad-card', { hasText: name })
  await button(card, which).click()
  await page.locator('[name=answer]').fill(answer)
  await button(dialog(page), which).click()
  await gone(dialog(page))
}

const refund = {
  name: 'refund',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'refun', { world: 'reef' })
    const one = await person()
    const { page } = one
    await one.logIn(buyer)
    await shown(account(page))
    const id = await charge(one, kernel, buyer, 800)
    await page.goto(`/order/complete?id=${id}`)
    await ask(page, 'I pressed the wrong pack.')
    await shown(page.getByText('The WIT of this order are held while we look at it.'))
    assert.equal((await walletOf(kernel, buyer)).availableHundredths, 0)
    await one.shoot('132-refund-requested')
    await page.goto('/wallet')
    await shown(page.locator('.wl-hold', { hasText: 'A refund that is being decided' }))
    await page.goto(`/order/complete?id=${id}`)
    await button(page, 'Withdraw the request').click()
    await toasted(page, 'Withdrawn. Your WIT are free again.')
    assert.equal((await walletOf(kernel, buyer)).availableHundredths, 80_000)
    await ask(page, 'I pressed the wrong pack after all.')

    const admin = await person({ width: 768 })
    await admin.logIn(demo('admin'), 'en')
    await shown(account(admin.page))
    await admin.page.goto('/admin/money/refunds')
    await shown(admin.page.locator('.ad-card', { hasText: 'I pressed the wrong pack after all.' }))
    await admin.shoot('133-refunds')
    await decide(admin.page, buyer.nickname, 'Reject', 'Please tell us which pack you wanted.')
    await shown(page.getByText('Please tell us which pack you wanted.'))
    await one.shoot('134-refund-rejected')

    await ask(page, 'The pack of 500, please.')
    await decide(admin.page, buyer.nickname, 'Approve', 'Here you are.')
    await toasted(admin.page, 'Approved. The provider is being told.')
    await eventually(
      'it is refunded',
      () => page.getByText('Refunded', { exact: true }).first().isVisible(),
      20_000,
    )
    await chipSays(page, '0')
    await one.shoot('135-refunded')
    const wallet = await walletOf(kernel, buyer)
    assert.deepEqual([wallet.balanceHundredths, wallet.heldHundredths], [0, 0])
    await page.goto('/wallet')
    await shown(page.locator('.wl-movement', { hasText: 'Refunded' }))
    await button(page, 'Verify now').click()
    await shown(page.locator('.wl-verify .wv-notice.is-good'))

    // What administrators answer stays readable.
    await admin.page.goto('/admin/money/refunds')
    await button(admin.page, 'All').click()
    await shown(admin.page.locator('.ad-card', { hasText: 'Here you are.' }))
  },
}

export const journeys = [refund]
