// Buying WIT: the way it goes well, and every other way; and the history, verified by the browser itself.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { at, eventually, fieldSays, shown, toasted } from '../lib/check.mjs'
import { account, charge, chargeBack, chip, chipSays, order, pay, press, walletOf } from '../lib/money.mjs'

const button = (page, name) => page.getByRole('button', { name, exact: true })
const link = (page, name) => page.getByRole('link', { name, exact: true })
const verdict = (page) => page.locator('.wl-verify .wv-notice')

const buying = {
  name: 'charge',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'buyer', { world: 'reef' })
    const one = await person()
    const { page } = one
    await page.goto('/wallet')
    await shown(page.getByText('Log in to see your WIT'))
    await one.logIn(buyer)
    await shown(account(page))
    await chipSays(page, '0')
    await chip(page).click()
    await at(page, '/wallet')
    await shown(page.getByText('No WIT yet'))
    await one.shoot('120-wallet-empty')

    await page.locator('.wl-welcome').getByRole('link', { name: 'Charge' }).click()
    await at(page, '/charge')
    await page.locator('[name=wit]').fill('99')
    await button(page, 'Continue').click()
    await fieldSays(page, 'wit', 'You can charge 100 WIT or more at a time.')
    await page.locator('[name=wit]').fill('1000001')
    await fieldSays(page, 'wit', 'You can charge at most 1,000,000 WIT at a time.')
    await page.locator('[name=wit]').fill('1500.75')
    await shown(page.locator('.wl-summary-figure', { hasText: '1,500' }))
    await page.locator('[name=currency][value=KRW]').check({ force: true })
    await button(page, 'Continue').click()
    await at(page, '/order?wit=1500&currency=KRW')

    const payButton = page.getByRole('button', { name: /^Pay ₩/ })
    const price = (await payButton.textContent()).trim().replace('Pay ₩', '')
    await payButton.click()
    await shown(page.getByText('Please agree to the payment first.'))
    await one.shoot('121-order')
    await page.locator('[name=agreed]').check()
    await payButton.click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await shown(page.getByText(price))
    await one.shoot('122-sandbox')
    await press(page, 'approve')
    await page.waitForURL(/\/charge\/complete\?orderId=/)
    await shown(page.locator('.wl-outcome.is-good', { hasText: 'WIT charged' }))
    await shown(page.getByText('You have 1,500 WIT now.'))
    await chipSays(page, '1,500')
    await one.shoot('123-charged')

    await link(page, 'Receipt').click()
    await shown(page.locator('.wl-receipt', { hasText: price }))
    await shown(button(page, 'Ask for a refund'))
    await one.shoot('124-receipt')

    await page.goto('/wallet')
    await shown(page.locator('.wl-movement', { hasText: '+1,500' }))
    await button(page, 'Verify now').click()
    await shown(verdict(page).getByText('Verified: 1 movement'))
    await charge(one, kernel, buyer, 200)
    await page.goto('/wallet')
    await shown(page.getByText(/Verified on this device on .*, up to movement #1\./))
    await button(page, 'Verify now').click()
    await shown(verdict(page).getByText('all that was verified up to #1 is still in it'))
    await one.shoot('125-verified')

    // Whoever forgets a movement is found out.
    await page.route('**/api/v2/wallet/proof?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.payload.items[0].amountHundredths += 100
      await route.fulfill({ response: answer, json: body })
    })
    await button(page, 'Verify again').click()
    await shown(verdict(page).getByText('Broken at #1'))

    await page.locator('[name=kind]').selectOption('reward')
    await shown(page.getByText('Nothing moved that matches.'))
    await button(page, 'Show everything').click()
    const saving = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    assert.equal((await saving).suggestedFilename(), 'witverse-wit.csv')
  },
}

const otherWays = {
  name: 'charge otherwise',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'other', { world: 'reef' })
    const one = await person({ width: 390, touch: true })
    const { page } = one
    await one.logIn(buyer)
    await shown(account(page))

    await pay(page, await order(kernel, buyer, 300), 'decline')
    await shown(page.getByText('The payment was declined', { exact: true }))
    await one.shoot('126-declined')
    await link(page, 'Try again').click()
    await at(page, '/charge?wit=300')

    const wrong = await order(kernel, buyer, 300)
    await pay(page, wrong, 'wrong-amount')
    await shown(page.getByText('The amount paid is not the amount ordered'))
    await one.shoot('127-wrong-amount')
    assert.equal((await walletOf(kernel, buyer)).balanceHundredths, 0)

    // Delivered twice, credited once.
    await pay(page, await order(kernel, buyer, 400), 'twice')
    await shown(page.locator('.wl-outcome.is-good'))
    await chipSays(page, '400')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    assert.equal((await walletOf(kernel, buyer)).balanceHundredths, 40_000)

    // Decided later: the page changes by itself.
    const late = await order(kernel, buyer, 500)
    await pay(page, late, 'delay')
    await shown(page.getByText('Your payment is being confirmed'))
    await one.shoot('128-pending')
    await eventually('credited', () => page.locator('.wl-outcome.is-good').isVisible(), 25_000)
    await chipSays(page, '900')

    // Left before paying.
    const left = await order(kernel, buyer, 600)
    await page.goto(`/charge/complete?orderId=${left}`)
    await link(page, 'Go on paying').click()
    await at(page, `/order?id=${left}`)
    await shown(page.getByText(/5\d m \d\d s/))
    await button(page, 'Cancel this order').click()
    await toasted(page, 'The order is cancelled. Nothing was paid.')
    await shown(page.locator('.wl-receipt', { hasText: 'Cancelled' }))
    await page.goto('/order')
    await shown(page.locator('.wl-order', { hasText: 'Cancelled' }))
    await one.shoot('129-orders')

    // Nobody sees the orders of others.
    const stranger = await person()
    await stranger.logIn(await makeAccount(kernel, 'nosy', { world: 'reef' }))
    await shown(account(stranger.page))
    for (const address of [
      `/order?id=${late}`,
      `/order/complete?id=${late}`,
      `/charge/complete?orderId=${late}`,
    ]) {
      await stranger.page.goto(address)
      await shown(stranger.page.getByText('There is no such order'))
    }
  },
}

const disputed = {
  name: 'chargeback',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'charb', { world: 'reef' })
    const one = await person()
    const { page } = one
    await one.logIn(buyer)
    await shown(account(page))
    const id = await charge(one, kernel, buyer, 700)
    const watching = await person({ width: 768, theme: 'dark' })
    await watching.logIn(buyer)
    await shown(account(watching.page))
    await watching.page.goto('/wallet')
    await shown(watching.page.locator('.wl-movement'))
    await chargeBack(page, id)
    await toasted(watching.page, 'A payment was disputed: your WIT are frozen.')
    await shown(watching.page.getByText('Your WIT are frozen.', { exact: true }))
    await watching.shoot('130-frozen')
    assert.equal((await walletOf(kernel, buyer)).state, 'frozen')
    await watching.page.goto('/charge')
    await shown(watching.page.getByText('Your WIT are frozen.', { exact: true }))
    await watching.page.goto(`/order/complete?id=${id}`)
    await shown(watching.page.getByText('The payment was disputed with the card company.'))
  },
}

/** The App Store's part of the bridge, as the mobile app would play it. */
const APP = `Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 WitverseApp/3.2 iOS' })
window.webkit = { messageHandlers: { witverse: { postMessage: (message) => {
  window.asked = message
  setTimeout(() => window.witverse.receive({ type: 'purchase-cancelled', productId: message.productId }), 300)
} } } }`

const inTheApp = {
  name: 'charge on iOS',
  async run({ kernel, person }) {
    const one = await person({ width: 390, touch: true, script: APP })
    const { page } = one
    await one.logIn(await makeAccount(kernel, 'ios', { world: 'reef' }))
    await shown(account(page))
    await page.goto('/charge')
    await shown(page.getByText('WIT in the store'))
    assert.equal(await page.locator('[name=wit]').count(), 0, 'no card on iOS')
    await one.shoot('131-store')
    const buy = page.locator('.wl-product button')
    assert.equal(await buy.count(), 2)
    await buy.first().click()
    await eventually('the app was asked', () => page.evaluate(() => window.asked?.type === 'purchase'))
    assert.match(await page.evaluate(() => window.asked.accountId), /^[0-9a-f-]{36}$/, 'for whom')
    await eventually('it can be pressed again', async () => !(await buy.first().getAttribute('aria-busy')))
  },
}

export const journeys = [buying, otherWays, disputed, inTheApp]
