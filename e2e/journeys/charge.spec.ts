// Buying WIT: the payment that succeeds, and every other outcome; the history, verified by the browser itself.
import { makeMember } from '../lib/accounts.mjs'
import { changeAnswer } from '../lib/boot'
import type { Kernel } from '../lib/kernel.mjs'
import {
  balanceChip,
  buyWit,
  chargeBack,
  expectBalance,
  makeOrder,
  pay,
  pressInSandbox,
  walletOf,
} from '../lib/money'
import type { Person, PersonOptions } from '../lib/person'
import type { Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

type NewPerson = (options?: PersonOptions) => Promise<Person>

async function buyerOf(kernel: Kernel, person: NewPerson, options?: PersonOptions) {
  const buyer = await makeMember(kernel, 'buyer')
  const one = await person(options)
  await one.logIn(buyer)
  await expect(one.accountButton).toBeVisible()
  return { buyer, one }
}

const receipt = (one: Screen) => one.region('wallet:receipt.title')
const history = (one: Screen) => one.main.getByRole('listitem')
const verification = (one: Screen) => one.region('wallet:verify.title')

test('a member chooses an amount, agrees, pays and gets the WIT and a receipt', async ({
  kernel,
  person,
}) => {
  const one = await person()
  const { page } = one
  await one.goto('/wallet')
  await expect(one.heading('wallet:visitor.title')).toBeVisible()
  await one.logIn(await makeMember(kernel, 'buyer'))
  await expectBalance(one, '0')
  await balanceChip(one).click()
  await one.expectPath('/wallet')
  await expect(one.heading('wallet:welcome.title')).toBeVisible()
  await one.shoot('120-wallet-empty')

  await one.link('wallet:welcome.charge').last().click()
  await one.expectPath('/charge')
  const next = one.button('wallet:charge.continue')
  await one.fill({ wit: '99' })
  await next.click()
  await one.expectFieldError('wit', 'wallet:amount.tooSmall', { wit: 100 })
  await one.fill({ wit: '1000001' })
  await one.expectFieldError('wit', 'wallet:amount.tooLarge', { wit: '1,000,000' })
  await one.fill({ wit: '1500.75' })
  await expect(one.region('wallet:charge.summary')).toContainText('1,500 WIT')
  await one.field('currency', 'KRW').check({ force: true })
  await next.click()
  await one.expectPath('/charge/order?wit=1500&currency=KRW')

  const payButton = page.getByRole('button', { name: one.like('wallet:order.payNow') })
  const price = (await payButton.textContent())?.match(/₩(\S+)/)?.[1] ?? ''
  await payButton.click()
  await expect(one.field('agreed')).toHaveAccessibleDescription(one.t('wallet:order.agreeFirst'))
  await one.shoot('121-order')
  await one.field('agreed').check()
  await payButton.click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await expect(page.getByText(price)).toBeVisible()
  await one.shoot('122-sandbox')
  await pressInSandbox(page, 'approve')
  await page.waitForURL(/\/charge\/complete\?orderId=/)
  await expect(one.heading('wallet:complete.paid')).toBeVisible()
  await expect(one.text('wallet:complete.balance', { wit: '1,500', usd: '$15.00' })).toBeVisible()
  await expectBalance(one, '1,500')
  await one.shoot('123-charged')

  await one.link('wallet:complete.receipt').click()
  await expect(receipt(one)).toContainText(price)
  await expect(one.button('wallet:refund.ask')).toBeVisible()
  await one.shoot('124-receipt')
})

test('the history is verified in the browser, which notices a changed movement', async ({
  kernel,
  person,
}) => {
  const { buyer, one } = await buyerOf(kernel, person)
  await buyWit(one, kernel, buyer, 1_500)
  await one.goto('/wallet')
  await expect(history(one).filter({ hasText: '+1,500' }).first()).toBeVisible()
  await one.button('wallet:verify.start').click()
  await expect(verification(one)).toContainText(one.t('wallet:verify.verified', { count: 1, shown: 1 }))
  await buyWit(one, kernel, buyer, 200)
  await one.goto('/wallet')
  await expect(verification(one).getByText(one.like('wallet:verify.last', { seq: 1 }))).toBeVisible()
  await one.button('wallet:verify.start').click()
  await expect(verification(one)).toContainText(one.t('wallet:verify.contained', { seq: 1 }))
  await one.shoot('125-verified')

  await changeAnswer(one.page, '**/api/v2/wallet/proof?*', (payload) => {
    payload.items[0].amountHundredths += 100
  })
  await one.button('wallet:verify.again').click()
  await expect(verification(one).getByRole('alert')).toContainText(one.t('wallet:verify.broken', { seq: 1 }))
})

test('the history is narrowed by kind and saved as CSV', { tag: '@soak' }, async ({ kernel, person }) => {
  const { buyer, one } = await buyerOf(kernel, person)
  await buyWit(one, kernel, buyer, 300)
  await one.goto('/wallet')
  await one.field('kind').selectOption('reward')
  await expect(one.text('wallet:history.noMatch')).toBeVisible()
  await one.button('wallet:history.showAll').click()
  const saved = await one.download(one.button('wallet:history.csv'))
  expect(saved.suggestedFilename()).toBe('witverse-wit.csv')
})

test('a declined payment can be tried again with the same amount', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const { buyer, one } = await buyerOf(kernel, person, { width: 390, touch: true })
  await pay(one, await makeOrder(kernel, buyer, 300), 'decline')
  await expect(one.heading('wallet:complete.failed')).toBeVisible()
  await one.shoot('126-declined')
  await one.link('wallet:complete.again').click()
  await one.expectPath('/charge?wit=300')
})

test('a payment of a wrong amount credits nothing', { tag: '@soak' }, async ({ kernel, person }) => {
  const { buyer, one } = await buyerOf(kernel, person, { width: 390, touch: true })
  await pay(one, await makeOrder(kernel, buyer, 300), 'wrong-amount')
  await expect(one.heading('wallet:complete.mismatch')).toBeVisible()
  await one.shoot('127-wrong-amount')
  expect((await walletOf(kernel, buyer)).balanceHundredths).toBe(0)
})

test('a payment notified twice is credited once; one decided later arrives without a reload', async ({
  kernel,
  person,
}) => {
  const { buyer, one } = await buyerOf(kernel, person, { width: 390, touch: true })
  await pay(one, await makeOrder(kernel, buyer, 400), 'twice')
  await expect(one.heading('wallet:complete.paid')).toBeVisible()
  await expectBalance(one, '400')
  await pay(one, await makeOrder(kernel, buyer, 500), 'delay')
  await expect(one.heading('wallet:complete.pending')).toBeVisible()
  await one.shoot('128-pending')
  await expect(one.heading('wallet:complete.paid')).toBeVisible({ timeout: 40_000 })
  await expectBalance(one, '900')
  expect((await walletOf(kernel, buyer)).balanceHundredths).toBe(90_000)
})

test('an order that was left before paying is continued or cancelled', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const { buyer, one } = await buyerOf(kernel, person, { width: 390, touch: true })
  const order = await makeOrder(kernel, buyer, 600)
  await one.goto(`/charge/complete?orderId=${order}`)
  await one.link('wallet:complete.goOn').click()
  await one.expectPath(`/charge/order?id=${order}`)
  await expect(one.page.getByRole('timer')).toHaveText(/5\d m \d\d s/)
  await one.button('wallet:order.cancel').click()
  await one.expectToast('wallet:order.cancelled')
  await expect(receipt(one)).toContainText(one.t('wallet:orderStates.cancelled'))
  await one.goto('/charge/order')
  await expect(
    history(one)
      .filter({ hasText: one.t('wallet:orderStates.cancelled') })
      .first(),
  ).toBeVisible()
  await one.shoot('129-orders')
})

test('nobody sees the orders of others', { tag: '@soak' }, async ({ kernel, person }) => {
  const buyer = await makeMember(kernel, 'buyer')
  const order = await makeOrder(kernel, buyer, 300)
  const stranger = await person()
  await stranger.logIn(await makeMember(kernel, 'nosy'))
  await expect(stranger.accountButton).toBeVisible()
  for (const address of [
    `/order?id=${order}`,
    `/order/complete?id=${order}`,
    `/charge/complete?orderId=${order}`,
  ]) {
    await stranger.goto(address)
    await expect(stranger.heading('wallet:order.missing')).toBeVisible()
  }
})

test('a disputed payment freezes the WIT, and open pages show it', async ({ kernel, person }) => {
  const { buyer, one } = await buyerOf(kernel, person)
  const order = await buyWit(one, kernel, buyer, 700)
  const watching = await person({ width: 768, theme: 'dark' })
  await watching.logIn(buyer)
  await expect(watching.accountButton).toBeVisible()
  await watching.goto('/wallet')
  await expect(history(watching).filter({ hasText: '+700' }).first()).toBeVisible()
  await expect(watching.page.getByTestId('wit-chip')).toBeVisible() // it brings the messages
  await chargeBack(one, order)
  await watching.expectToast('wallet:toasts.disputed')
  await expect(watching.text('wallet:frozen.title')).toBeVisible()
  await watching.shoot('130-frozen')
  expect((await walletOf(kernel, buyer)).state).toBe('frozen')
  await watching.goto('/charge')
  await expect(watching.text('wallet:frozen.title')).toBeVisible()
  await watching.goto(`/order/complete?id=${order}`)
  await expect(watching.text('wallet:receipt.disputed')).toBeVisible()
})

/** The App Store's part of the bridge: it cancels the purchase when the test says so. */
const APP = `Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 WitverseApp/3.2 iOS' })
window.webkit = { messageHandlers: { witverse: { postMessage: (message) => { window.asked = message } } } }`

interface AppWindow {
  asked?: { type: string; accountId: string; productId: string }
  witverse: { receive(message: object): void }
}

test('in the iOS app WIT are bought in the store, not by card', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await person({ width: 390, touch: true, script: APP })
  const { page } = one
  await one.logIn(await makeMember(kernel, 'ios'))
  await expect(one.accountButton).toBeVisible()
  await one.goto('/charge')
  await expect(one.heading('wallet:store.title')).toBeVisible()
  await expect(one.field('wit')).toHaveCount(0)
  await one.shoot('131-store')
  const buy = page.getByRole('button', { name: one.like('wallet:store.buyThis') })
  await expect(buy).toHaveCount(2)
  await buy.first().click()
  const asked = () => page.evaluate(() => (window as unknown as AppWindow).asked)
  await expect.poll(async () => (await asked())?.type).toBe('purchase')
  expect((await asked())?.accountId).toMatch(/^[0-9a-f-]{36}$/)
  await expect(buy.first()).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => {
    const app = window as unknown as AppWindow
    app.witverse.receive({ type: 'purchase-cancelled', productId: app.asked?.productId })
  })
  await expect(buy.first()).not.toHaveAttribute('aria-busy', 'true')
})
