// Refunds: requested, withdrawn, requested again, rejected, approved.
import { type Account, demo, makeMember } from '../lib/accounts.mjs'
import { buyWit, expectBalance, walletOf } from '../lib/money'
import type { Person } from '../lib/person'
import { expect, test } from '../lib/test'
import type { TextKey } from '../lib/texts'

async function askForRefund(one: Person, reason: string) {
  await one.button('wallet:refund.ask').click()
  const submit = one.inDialog('wallet:refund.submit')
  await one.fill({ reason: 'no' })
  await submit.click()
  await one.expectFieldError('reason', 'wallet:refund.reasonShort')
  await one.fill({ reason })
  await submit.click()
  await one.expectToast('wallet:refund.asked')
  await expect(one.dialog).toBeHidden()
}

async function decide(admin: Person, buyer: Account, decision: TextKey, answer: string) {
  await admin.goto('/admin/money/refunds')
  const request = admin.page.getByRole('article').filter({ hasText: buyer.nickname })
  await admin.role('button', decision, {}, request).click()
  await admin.fill({ reason: answer })
  await admin.inDialog(decision).click()
  await expect(admin.dialog).toBeHidden()
}

test('a refund is asked for, withdrawn, rejected with a reason and approved at last', async ({
  kernel,
  person,
}) => {
  const buyer = await makeMember(kernel, 'refun')
  const one = await person()
  await one.logIn(buyer)
  await expect(one.accountButton).toBeVisible()
  const order = await buyWit(one, kernel, buyer, 800)
  await one.goto(`/order/complete?id=${order}`)
  await askForRefund(one, 'I pressed the wrong pack.')
  await expect(one.text('wallet:refundTexts.requested')).toBeVisible()
  expect((await walletOf(kernel, buyer)).availableHundredths).toBe(0)
  await one.shoot('132-refund-requested')
  await one.goto('/wallet')
  const holds = one.main.getByRole('listitem').filter({ hasText: one.t('wallet:holdKinds.refund') })
  await expect(holds.first()).toBeVisible()
  await one.goto(`/order/complete?id=${order}`)
  await one.button('wallet:refund.withdraw').click()
  await one.expectToast('wallet:refund.withdrawn')
  expect((await walletOf(kernel, buyer)).availableHundredths).toBe(80_000)
  await askForRefund(one, 'I pressed the wrong pack after all.')

  const admin = await person({ width: 768 })
  await admin.logIn(demo('admin'))
  await expect(admin.accountButton).toBeVisible()
  await admin.goto('/admin/money/refunds')
  await expect(admin.page.getByText('I pressed the wrong pack after all.')).toBeVisible()
  await admin.shoot('133-refunds')
  await decide(admin, buyer, 'shell-money:refunds.reject', 'Please tell us which pack you wanted.')
  await expect(one.page.getByText('Please tell us which pack you wanted.')).toBeVisible()
  await one.shoot('134-refund-rejected')

  await askForRefund(one, 'The pack of 500, please.')
  await decide(admin, buyer, 'shell-money:refunds.approve', 'Here you are.')
  await admin.expectToast('shell-money:refunds.approveDone')
  await expect(one.text('wallet:refundStates.refunded').first()).toBeVisible({ timeout: 40_000 })
  await expectBalance(one, '0')
  await one.shoot('135-refunded')
  expect(await walletOf(kernel, buyer)).toMatchObject({ balanceHundredths: 0, heldHundredths: 0 })
  await one.goto('/wallet')
  await expect(
    one.main
      .getByRole('listitem')
      .filter({ hasText: one.t('wallet:kinds.refund') })
      .first(),
  ).toBeVisible()
  await one.button('wallet:verify.start').click()
  await expect(one.region('wallet:verify.title').getByText(one.like('wallet:verify.verified'))).toBeVisible()

  // The answers of administrators stay readable.
  await admin.goto('/admin/money/refunds')
  await admin.button('shell-money:refunds.all').click()
  await expect(admin.page.getByText('Here you are.')).toBeVisible()
})
