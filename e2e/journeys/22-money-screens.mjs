// Every screen about WIT as people see it: at each width, in both languages and themes, and axe finds nothing.
import { demo, logIn, makeAccount } from '../lib/accounts.mjs'
import { dialog, shown } from '../lib/check.mjs'
import { axe, look } from '../lib/look.mjs'
import { account, charge, order, pay } from '../lib/money.mjs'

const still = (page) => page.locator('main .wv-skeleton').first().waitFor({ state: 'hidden' })

const empty = async (one) => {
  const { page } = one
  await page.goto('/wallet')
  await shown(page.locator('.wl-welcome'))
  await still(page)
  await look(one, '150-wallet-empty')
  await page.goto('/order')
  await shown(page.locator('.wv-empty'))
  await look(one, '151-orders-empty')
}

const buying = async (one, kernel, who) => {
  const { page } = one
  await page.goto('/charge')
  await shown(page.locator('.wl-pack').first())
  await look(one, '152-charge')
  await page.goto('/order?wit=3000&currency=KRW')
  await page.locator('.wl-summary button').click()
  await shown(page.locator('.wl-check input[aria-invalid]'))
  await look(one, '153-order')
  await pay(page, await order(kernel, who, 500), 'decline')
  await shown(page.locator('.wl-outcome.is-bad'))
  await look(one, '154-declined')
  const paid = await charge(one, kernel, who, 3_000)
  await look(one, '155-charged')
  await page.goto(`/order/complete?id=${paid}`)
  await shown(page.locator('.wl-receipt'))
  await look(one, '156-receipt')
  await page.locator('.wl-refund button').click()
  await shown(dialog(page).locator('[name=reason]'))
  await look(one, '157-refund')
  await page.locator('[name=reason]').fill('Three thousand are too many.')
  await dialog(page).locator('[type=submit]').click()
  await shown(page.locator('.wl-refund .wv-notice'))
  await look(one, '158-refund-requested')
}

const wallet = async (one, kernel, who) => {
  const { page } = one
  await charge(one, kernel, who, 12_345)
  await page.goto('/wallet')
  await shown(page.locator('.wl-movement').first())
  await shown(page.locator('.wl-hold').first())
  await still(page)
  await page.locator('.wl-verify button').click()
  await shown(page.locator('.wl-verify .wv-notice.is-good'))
  await look(one, '159-wallet')
  await page.locator('.wl-chart-panel .wv-icon-button').click()
  await shown(page.locator('.wl-table'))
  await look(one, '160-wallet-table')
  await page.goto('/order')
  await shown(page.locator('.wl-order').first())
  await look(one, '161-orders')
  await page.goto('/profile')
  await shown(page.locator('.pf-wit'))
  await still(page)
  await look(one, '162-profile')
}

const keeping = async (one, id) => {
  const { page } = one
  for (const part of ['', '/refunds', '/orders', '/rates', '/adjustments', `/wallets?account=${id}`]) {
    await page.goto(`/admin/money${part}`)
    await shown(page.locator('.pt-section').first())
    await still(page)
    await look(one, `163-money${part.replace(/\?.*/, '').replace('/', '-')}`)
  }
}

const screens = (options) => ({
  name: `money screens ${options.width} ${options.language} ${options.theme}`,
  beside: true,
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'scree', { world: 'reef', language: options.language })
    const token = await logIn(kernel, buyer)
    const { id } = (await kernel.call('POST', '/api/user/auth', undefined, token)).payload
    const member = await person({ ...options, script: axe })
    await member.page.goto('/wallet')
    await shown(member.page.locator('.wv-empty'))
    await look(member, '149-wallet-visitor')
    await member.logIn(buyer)
    await shown(account(member.page))
    await empty(member)
    await buying(member, kernel, buyer)
    await wallet(member, kernel, buyer)
    const admin = await person({ ...options, script: axe })
    await admin.logIn(demo('admin'))
    await shown(account(admin.page))
    await keeping(admin, id)
  },
})

export const journeys = [
  screens({ width: 390, language: 'ko', theme: 'dark', touch: true }),
  screens({ width: 768, language: 'en', theme: 'light' }),
  screens({ width: 1440, language: 'ko', theme: 'light' }),
  screens({ width: 1440, language: 'en', theme: 'dark' }),
]
