// The screens about WIT: axe reports no violation, nothing overflows, and a screenshot of each.
import { demo, makeMember } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import { buyWit, makeOrder, pay } from '../lib/money'
import type { Person } from '../lib/person'
import { idOf } from '../lib/social'
import { expect, test } from '../lib/test'

async function lookAtEmptyWallet(one: Person) {
  await one.goto('/wallet')
  await expect(one.heading('wallet:welcome.title')).toBeVisible()
  await one.expectLoaded()
  await look(one, '150-wallet-empty')
  await one.goto('/order')
  await expect(one.main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await one.expectLoaded()
  await look(one, '151-orders-empty')
}

async function lookAtRefund(one: Person) {
  await one.button('wallet:refund.ask').click()
  await expect(one.field('reason')).toBeVisible()
  await look(one, '157-refund')
  await one.fill({ reason: 'Three thousand are too many.' })
  await one.inDialog('wallet:refund.submit').click()
  await expect(one.text('wallet:refundTexts.requested')).toBeVisible()
  await look(one, '158-refund-requested')
}

async function lookAtWallet(one: Person) {
  await one.goto('/wallet')
  await expect(one.main.getByRole('listitem').filter({ hasText: '+12,345' }).first()).toBeVisible()
  await one.expectLoaded()
  await one.button('wallet:verify.start').click()
  await expect(one.region('wallet:verify.title').getByRole('status')).toBeVisible()
  await look(one, '159-wallet')
  await one.button('kit-data:asTable').click()
  await expect(one.region('wallet:chart.table')).toBeVisible()
  await look(one, '160-wallet-table')
  await one.goto('/order')
  await expect(one.main.getByRole('listitem').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, '161-orders')
  await one.goto('/profile')
  await expect(one.region('wallet:profile.title')).toBeVisible()
  await one.expectLoaded()
  await look(one, '162-profile')
}

// Each test visits up to twenty screens.
test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`money screens of a buyer (${name})`, { tag }, async ({ kernel, person }) => {
    const buyer = await makeMember(kernel, 'scree', options.language)
    const one = await person({ ...options, script: axe })
    await one.goto('/wallet')
    await expect(one.heading('wallet:visitor.title')).toBeVisible()
    await look(one, '149-wallet-visitor')
    await one.logIn(buyer)
    await expect(one.accountButton).toBeVisible()
    await lookAtEmptyWallet(one)
    await one.goto('/charge')
    await expect(one.field('pack').first()).toBeVisible()
    await look(one, '152-charge')
    await one.goto('/order?wit=3000&currency=KRW')
    await one.page.getByRole('button', { name: one.like('wallet:order.payNow') }).click()
    await expect(one.field('agreed')).toHaveAttribute('aria-invalid', 'true')
    await look(one, '153-order')
    await pay(one, await makeOrder(kernel, buyer, 500), 'decline')
    await expect(one.heading('wallet:complete.failed')).toBeVisible()
    await look(one, '154-declined')
    const paid = await buyWit(one, kernel, buyer, 3_000)
    await look(one, '155-charged')
    await one.goto(`/order/complete?id=${paid}`)
    await expect(one.region('wallet:receipt.title')).toBeVisible()
    await look(one, '156-receipt')
    await lookAtRefund(one)
    await buyWit(one, kernel, buyer, 12_345)
    await lookAtWallet(one)
  })

  test(`money screens of an administrator (${name})`, { tag }, async ({ kernel, person }) => {
    const buyer = await makeMember(kernel, 'scree')
    const one = await person({ ...options, script: axe })
    await one.logIn(buyer)
    await buyWit(one, kernel, buyer, 700)
    await one.logIn(demo('admin'))
    await expect(one.accountButton).toBeVisible()
    const wallet = `/wallets?account=${await idOf(kernel, buyer)}`
    for (const part of ['', '/refunds', '/orders', '/rates', '/adjustments', wallet]) {
      await one.goto(`/admin/money${part}`)
      await expect(one.main.getByRole('region').first()).toBeVisible()
      await one.expectLoaded()
      await look(one, `163-money${part.replace(/\?.*/, '').replace('/', '-')}`)
    }
  })
}
