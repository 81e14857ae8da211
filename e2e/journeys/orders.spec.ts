// Orders in the browser: a random item bought by card and its draw verified; an album shipped, received, withdrawn, refunded.
import { demo, makeMember } from '../lib/accounts.mjs'
import { pressInSandbox } from '../lib/money'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const PRODUCTS = '/api/v2/orders/products'
const art = (name: string) => `/assets/plugins/items/items/${name}.svg`
const both = (text: string) => ({ ko: `${text} (한)`, en: text })

test('a random item is bought by card, and its draw is verified in the browser', async ({
  kernel,
  person,
}) => {
  const row = (name: string, weight: number) => ({
    name: both(name),
    type: 'photo',
    thumbnailUrl: art('pier-polaroid'),
    weight,
    stock: 20,
  })
  const { productId } = await callAs(kernel, demo('admin'), 'POST', PRODUCTS, {
    kind: 'random',
    name: both('Harbour draw'),
    about: both('Three photos of the harbour.'),
    won: 5_000,
    contents: [row('Rare dawn', 1), row('Noon', 30), row('Evening', 69)],
  })
  const one = await person({ width: 390, touch: true })
  await one.logIn(await makeMember(kernel, 'draw'))
  await expect(one.accountButton).toBeVisible()
  await one.goto(`/order?product=${productId}`)
  await expect(one.region('orders:odds.title')).toContainText('69%')
  await one.shoot('501-odds')
  await one.expectNoHorizontalOverflow()
  await one.button('orders:buy.action').click()
  await expect(one.button('orders:pay.action'), 'the notice is not confirmed yet').toBeDisabled()
  await one.shoot('502-pay')
  await one.field('agreed').check()
  await one.button('orders:pay.action').click()
  await one.page.waitForURL(/\/sandbox\/pay\//)
  await pressInSandbox(one.page, 'approve')
  await expect(one.heading('orders:complete.paid')).toBeVisible()
  await one.link('orders:complete.see').click()
  await one.button('orders:given.open').click()
  await expect(one.region('orders:given.title').getByRole('link')).toBeVisible()
  await one.button('orders:draw.check').click()
  await expect(one.text('orders:draw.holds')).toBeVisible()
  await one.shoot('503-verified')
  await one.expectNoHorizontalOverflow()
  await one.goto('/order')
  await expect(one.main.getByRole('listitem').filter({ hasText: 'Harbour draw' })).toContainText(
    one.t('orders:states.delivered'),
  )
})

test('an album is ordered, shipped, received, withdrawn and refunded', async ({ kernel, person }) => {
  const item = (type: string, name: string) => ({
    name: both(name),
    type,
    thumbnailUrl: art('night-bus-record'),
  })
  const { productId } = await callAs(kernel, demo('admin'), 'POST', PRODUCTS, {
    kind: 'album',
    name: both('Night bus'),
    about: both('Two songs, and a card by post.'),
    won: 12_000,
    stock: 5,
    contents: [item('audio', 'First stop'), item('photo', 'Cover')],
  })
  const buyer = await person()
  await buyer.logIn(await makeMember(kernel, 'albu'))
  await expect(buyer.accountButton).toBeVisible()
  await buyer.goto(`/order?product=${productId}`)
  await buyer.fill({
    recipient: 'Kim Haneul',
    phone: '010-1234-5678',
    postalCode: '63100',
    street: '110 Sejong-daero',
  })
  await buyer.button('orders:address.save').click()
  await expect(buyer.main.getByText(/more\.$/)).toContainText('3,000')
  await buyer.button('orders:buy.action').click()
  await buyer.field('agreed').check()
  await buyer.button('orders:pay.action').click()
  await buyer.page.waitForURL(/\/sandbox\/pay\//)
  await pressInSandbox(buyer.page, 'approve')
  await expect(buyer.heading('orders:complete.paid')).toBeVisible()
  await buyer.link('orders:complete.see').click()
  await expect(buyer.region('orders:steps.title')).toContainText(buyer.t('orders:clocks.ship'))
  await expect(buyer.region('orders:given.title').getByRole('link')).toHaveCount(2)
  await buyer.shoot('504-paid')

  const seller = await person({ width: 768, theme: 'dark' })
  await seller.logIn(demo('admin'))
  await expect(seller.accountButton).toBeVisible()
  await seller.goto('/order/desk')
  const sale = seller.main.getByRole('listitem').filter({ hasText: 'Kim Haneul' })
  await seller.role('button', 'orders:desk.steps.ship', undefined, sale).click()
  await seller.fill({ carrier: 'Post', tracking: '123' })
  await seller.inDialog('orders:desk.steps.ship').click()
  await seller.expectToast('orders:desk.moved')
  await seller.shoot('505-desk')

  await buyer.button('orders:actions.receive').click()
  await buyer.expectToast('orders:actions.received')
  await buyer.button('orders:request.withdrawal').click()
  await buyer.fill({ reason: 'It is not what I expected.' })
  await buyer.shoot('506-withdraw')
  await buyer.inDialog('orders:request.send').click()
  await buyer.expectToast('orders:request.sent')

  await seller.goto('/order/desk')
  const returned = seller.main
    .getByRole('listitem')
    .filter({ hasText: seller.t('orders:requestStates.requested') })
  await seller.role('button', 'orders:desk.accept', undefined, returned).click()
  await seller.fill({ answer: 'Please send it back.' })
  await seller.inDialog('orders:desk.accept').click()
  await seller.expectToast('orders:desk.decided')
  const accepted = seller.main
    .getByRole('listitem')
    .filter({ hasText: seller.t('orders:requestStates.accepted') })
  await seller.role('button', 'orders:desk.steps.returned', undefined, accepted).click()
  await seller.expectToast('orders:desk.moved')
  await seller.role('button', 'orders:desk.steps.refund', undefined, accepted).click()
  await expect(buyer.main.getByText(buyer.t('orders:states.refunded')).first()).toBeVisible()
  await buyer.shoot('507-refunded')
})
