// The screens of the market: axe reports no violation, nothing overflows, and a screenshot of each.
import { makeMember } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import { buyWit } from '../lib/money'
import type { Person } from '../lib/person'
import { callAs, grantItem } from '../lib/social'
import { expect, test } from '../lib/test'

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, name)
}

// Each test visits up to fifteen screens.
test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`market screens (${name})`, { tag }, async ({ kernel, person }) => {
    const me = await makeMember(kernel, 'trad', options.language)
    const other = await makeMember(kernel, 'sell')
    const one = await person({ ...options, script: axe })
    await lookAt(one, '/market', '410-market-visitor')
    await lookAt(one, '/market/trades', '411-trades-visitor')
    await one.logIn(me)
    await expect(one.accountButton).toBeVisible()
    await buyWit(one, kernel, me, 1_000)
    const own = await grantItem(kernel, me, 'Moon Cat', 'pfp', 'moon-cat')
    const lantern = await grantItem(kernel, other, 'Lantern')
    const list = (who: typeof me, itemId: string, price: number) =>
      callAs(kernel, who, 'POST', '/api/v2/market/listings', { itemId, price, duration: '7d', agreed: true })
    await list(other, lantern, 120)
    await callAs(kernel, me, 'POST', '/api/v2/market/offers', {
      itemId: lantern,
      price: 100,
      duration: '3d',
      agreed: true,
    })
    const { item } = await callAs(kernel, me, 'GET', `/api/v2/market/items/${lantern}`)
    await lookAt(one, '/market?sort=cheapest', '412-market')
    await lookAt(one, '/market?q=nothing-like-this', '413-market-none')
    await lookAt(one, `/market/${item.collectionId}`, '414-collection')
    await lookAt(one, `/market/detail?id=${lantern}`, '415-detail')
    await one.button('market:buy.action').click()
    await expect(one.dialog.getByText(one.t('market:split.youPay'), { exact: true })).toBeVisible()
    await look(one, '416-buy')
    await one.escape()
    await one.button('market:offer.change').first().click()
    await look(one, '417-offer')
    await one.escape()
    await lookAt(one, `/item/${own}`, '418-item')
    await one.button('market:list.action').click()
    await one.fill({ price: '50' })
    await expect(one.dialog.getByText(one.t('market:split.youGet'), { exact: true })).toBeVisible()
    await look(one, '419-list')
    await one.escape()
    await list(me, own, 50)
    for (const tab of ['listings', 'received', 'sent', 'bought', 'watches']) {
      await lookAt(one, `/market/trades?tab=${tab}`, `420-trades-${tab}`)
    }
    await lookAt(one, '/market/detail?id=x', '421-missing')
    const { items } = await callAs(kernel, me, 'GET', '/api/v2/market/mine/offers?direction=sent')
    const { offerId, version, priceHundredths } = items[0]
    const accept = { version, priceHundredths, agreed: true }
    const sale = await callAs(kernel, other, 'POST', `/api/v2/market/offers/${offerId}/accept`, accept)
    await one.goto(`/market/receipt?sale=${sale.saleId}`)
    await expect(one.text('market:receipt.verified')).toBeVisible()
    await look(one, '422-receipt')
  })
}
