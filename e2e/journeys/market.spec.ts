// The market in two browsers: craft, list, offer, counter by a change, accept; and a purchase that comes a moment too late.
import { makeMember } from '../lib/accounts.mjs'
import { buyWit, expectBalance, walletOf } from '../lib/money'
import { makePicture } from '../lib/pictures'
import type { Screen } from '../lib/screen'
import { translated } from '../lib/settings'
import { callAs, grantItem } from '../lib/social'
import { expect, test } from '../lib/test'

const detail = (item: string) => `/market/detail?id=${item}`
const row = (one: Screen, text: string) => one.main.getByRole('listitem').filter({ hasText: text })

/** Makes one item in a new collection, whose royalty the maker does not pay to themselves; returns its id. */
async function craft(one: Screen, name: string): Promise<string> {
  await one.goto('/crafting/item')
  await one.button('items:craft.collection.new').click()
  await one.dialog.locator('[name="name.ko"]').fill('밤의 등불')
  await one.dialog.locator('[name="name.en"]').fill('Lights of the night')
  await one.dialog.locator('[name="royalty"]').fill('5')
  await one.inDialog('items:craft.collection.make').click()
  await one.expectToast('items:craft.collection.made')
  await expect(one.dialog).toBeHidden()
  await one.field('type', 'photo').check()
  await one.main
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makePicture(one, 'lantern.png', 128))
  await expect(one.page.locator('.it-preview img')).toBeVisible({ timeout: 30_000 })
  await one.fill({ 'name.ko': `${name} (한)`, 'name.en': name })
  await one.button('items:craft.make').click()
  await one.inDialog('items:craft.make').click()
  await one.expectToast('items:craft.made', { count: 1 })
  await one.page.waitForURL(/\/item\//)
  return new URL(one.page.url()).pathname.replace('/item/', '')
}

test('an item is crafted, listed, offered for, countered by a change and accepted; both see history and provenance', async ({
  kernel,
  person,
}) => {
  const [a, b] = [await makeMember(kernel, 'sel'), await makeMember(kernel, 'buy')]
  // Other journeys of the worker list items too.
  const name = `Lantern of ${a.nickname}`
  const seller = await person()
  const buyer = await person({ width: 390, touch: true, theme: 'dark' })
  await seller.logIn(a)
  await buyer.logIn(b)
  await buyWit(buyer, kernel, b, 1_000)
  const lantern = await craft(seller, name)
  await seller.shoot('400-crafted')

  await seller.button('market:list.action').click()
  await seller.fill({ price: '120.75' })
  await expect(seller.inDialog('market:list.action'), 'the terms are not confirmed yet').toBeDisabled()
  await seller.field('agreed').check()
  await expect(seller.dialog.getByText(seller.t('market:split.youGet'), { exact: true })).toBeVisible()
  await seller.shoot('401-list')
  await seller.inDialog('market:list.action').click()
  await seller.expectToast('market:list.done')

  await buyer.goto('/market?sort=cheapest')
  await row(buyer, name).getByRole('link').click()
  // The list that is left shows prices too.
  await expect(buyer.region('market:trade').getByText('120 WIT')).toBeVisible()
  await expect(buyer.main.getByText(buyer.t('market:lights.ownedOn'))).toBeVisible()
  await buyer.shoot('402-detail')
  await buyer.button('market:offer.action').click()
  await buyer.fill({ price: '80' })
  await buyer.field('agreed').check()
  await buyer.inDialog('market:offer.action').click()
  await buyer.expectToast('market:offer.done')
  expect((await walletOf(kernel, b)).availableHundredths, 'nothing is reserved').toBe(100_000)

  // The offer arrives without a reload, and the person raises it.
  await seller.goto(detail(lantern))
  await expect(row(seller, b.nickname)).toContainText('80 WIT')
  await buyer.role('button', 'market:offer.change', undefined, row(buyer, '80 WIT')).click()
  await buyer.fill({ price: '100' })
  await buyer.field('agreed').check()
  await buyer.inDialog('market:offer.change').click()
  await buyer.expectToast('market:offer.changed')
  await expect(row(seller, b.nickname)).toContainText('100 WIT')
  await expect(row(seller, b.nickname)).toContainText(seller.t('market:offer.funded'))

  await seller.role('button', 'market:accept.action', undefined, row(seller, b.nickname)).click()
  await seller.field('agreed').check()
  await seller.shoot('403-accept')
  await seller.inDialog('market:accept.action').click()
  await seller.expectToast('market:accept.done', { item: name })
  await expectBalance(seller, '100')
  await expectBalance(buyer, '900')

  for (const one of [seller, buyer]) {
    await one.goto(detail(lantern))
    const line = one.t('market:sales.line', { seller: a.nickname, buyer: b.nickname })
    await expect(row(one, line)).toContainText('100 WIT')
    await one.role('link', 'market:sales.record', { seq: 2 }, row(one, line)).click()
    await expect(one.main.getByText(b.nickname).first()).toBeVisible()
    await one.expectNoHorizontalOverflow()
  }
  await test.step('anybody can check the receipt, which shows no names', async () => {
    await seller.goto(detail(lantern))
    const receipt = seller.role('link', 'market:sales.receipt', undefined, row(seller, '100 WIT'))
    const path = (await receipt.getAttribute('href')) ?? ''
    const visitor = await person()
    await visitor.goto(path)
    await expect(visitor.text('market:receipt.verified')).toBeVisible()
    await expect(visitor.main.getByText(b.nickname)).toHaveCount(0)
    await visitor.shoot('407-receipt')
  })
  await seller.goto('/market/trades?tab=sold')
  await expect(row(seller, name)).toContainText(seller.t('market:sales.byOffer'))
  await seller.shoot('404-trades')
})

test('the second of two buyers is told kindly and pays nothing', async ({ kernel, person }) => {
  const [a, b, c] = [
    await makeMember(kernel, 'sel'),
    await makeMember(kernel, 'one'),
    await makeMember(kernel, 'two'),
  ]
  // Other journeys of the worker list items too.
  const name = `Lantern of ${a.nickname}`
  const lantern = await grantItem(kernel, a, name)
  const listing = { itemId: lantern, price: 40, duration: '7d', agreed: true }
  await callAs(kernel, a, 'POST', '/api/v2/market/listings', listing)
  const first = await person()
  const second = await person({ expectedErrors: ['409'] })
  await first.logIn(b)
  await second.logIn(c)
  await buyWit(first, kernel, b, 500)
  await buyWit(second, kernel, c, 500)
  for (const one of [first, second]) {
    await one.goto(detail(lantern))
    await one.button('market:buy.action').click()
    await expect(one.dialog.getByText(one.t('market:split.youPay'), { exact: true })).toBeVisible()
    await one.field('agreed').check()
  }
  await first.shoot('405-quote')
  await first.inDialog('market:buy.action').click()
  await first.expectToast('market:buy.done', { item: name })
  await expectBalance(first, '460')
  await second.inDialog('market:buy.action').click()
  await expect(second.dialog.getByText(/Someone else bought this just before you/)).toBeVisible()
  await second.shoot('406-too-late')
  expect((await walletOf(kernel, c)).availableHundredths).toBe(50_000)
})

test('a price that ends on a translated page leaves no words of its time, and can be renewed', {
  tag: '@soak',
}, async ({ kernel, person }) => {
  const [a, b] = [await makeMember(kernel, 'sel'), await makeMember(kernel, 'buy')]
  const name = `Lantern of ${a.nickname}`
  const itemId = await grantItem(kernel, a, name)
  await callAs(kernel, a, 'POST', '/api/v2/market/listings', {
    itemId,
    price: 40,
    duration: '7d',
    agreed: true,
  })
  const buyer = await person({ script: translated })
  const { clock } = buyer.page
  await clock.install()
  await buyer.logIn(b)
  await buyWit(buyer, kernel, b, 500)
  await buyer.goto(detail(itemId))
  await buyer.button('market:buy.action').click()
  const [until, over] = [buyer.t('market:buy.until'), buyer.t('market:buy.over')]
  const timer = buyer.dialog.getByRole('timer')
  const shown = (text: string) => buyer.dialog.getByText(text, { exact: true })
  const isTranslated = (text: string) =>
    expect(buyer.dialog.locator('font font', { hasText: text })).toBeVisible()
  await isTranslated(until)
  await expect(timer).toBeVisible()

  await clock.fastForward(61_000)
  await isTranslated(over)
  await expect(shown(until), 'of the time that has ended').toHaveCount(0)
  await expect(timer).toHaveCount(0)
  const renew = buyer.inDialog('market:buy.refresh')
  await expect(renew).toBeEnabled()
  await renew.click()
  await isTranslated(until)
  await expect(shown(over)).toHaveCount(0)
  await expect(timer).toHaveCount(1)
  await buyer.field('agreed').check()
  await buyer.inDialog('market:buy.action').click()
  await buyer.expectToast('market:buy.done', { item: name })
})
