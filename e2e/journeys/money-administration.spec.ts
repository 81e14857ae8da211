// Administration of payments: corrections by two administrators, disputes, frozen wallets, the ledger, the exchange
// rate.
import { type Account, demo, makeMember } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import { buyWit, chargeBack, expectBalance, walletOf } from '../lib/money'
import type { Person, PersonOptions } from '../lib/person'
import type { Screen } from '../lib/screen'
import { idOf } from '../lib/social'
import { expect, test } from '../lib/test'

const admin = demo('admin')

async function loggedIn(
  person: (options?: PersonOptions) => Promise<Person>,
  account: Account,
  options?: PersonOptions,
): Promise<Person> {
  const one = await person(options)
  await one.logIn(account)
  await expect(one.accountButton).toBeVisible()
  return one
}

/** An administrator in addition to the demo account. */
async function secondAdministrator(kernel: Kernel): Promise<Account> {
  const account = await makeMember(kernel, 'secnd')
  await kernel.appoint(account.email)
  return account
}

const correctionOf = (one: Screen, { nickname }: Account) =>
  one.page.getByRole('article').filter({ hasText: nickname })

async function choosePerson(one: Screen, { nickname, email }: Account) {
  await one.fill({ person: nickname })
  await one.dialog.getByRole('button').filter({ hasText: email }).click()
}

test('a correction needs two administrators; it can be rejected as well', async ({ kernel, person }) => {
  const subject = await makeMember(kernel, 'subjw')
  const watching = await loggedIn(person, subject, { width: 390, touch: true })
  await expectBalance(watching, '0')

  const first = await loggedIn(person, admin)
  await first.goto('/admin/money/adjustments')
  await first.button('shell-money:adjustments.propose').click()
  const propose = first.inDialog('shell-money:adjustments.propose')
  await propose.click()
  await first.expectFieldError('person', 'shell-money:person.required')
  await choosePerson(first, subject)
  await first.fill({ amount: '12.345', reason: 'A prize that was never paid.' })
  await propose.click()
  await first.expectFieldError('amount', 'shell-money:adjustments.amountWrong')
  await first.fill({ amount: '1,234.50' })
  await first.shoot('136-propose')
  await propose.click()
  await first.expectToast('shell-money:adjustments.proposedDone')
  const proposed = correctionOf(first, subject)
  await expect(proposed).toContainText(first.t('shell-money:adjustments.second'))
  await expect(first.role('button', 'shell-money:adjustments.approve', {}, proposed)).toHaveCount(0)
  await first.shoot('137-corrections')

  const second = await loggedIn(person, await secondAdministrator(kernel), { theme: 'dark' })
  await second.goto('/admin/money/adjustments')
  await second.role('button', 'shell-money:adjustments.approve', {}, correctionOf(second, subject)).click()
  await second.inDialog('shell-money:adjustments.approve').click()
  await second.expectToast('shell-money:adjustments.approveDone')
  await expectBalance(watching, '1,234')
  expect((await walletOf(kernel, subject)).balanceHundredths).toBe(123_450)
  await watching.goto('/wallet')
  await expect(watching.main.getByRole('listitem').filter({ hasText: '+1,234.50' }).first()).toBeVisible()

  await first.page.reload()
  await first.button('shell-money:adjustments.propose').click()
  await choosePerson(first, subject)
  await first.field('direction').selectOption('out')
  await first.fill({ amount: '5', reason: 'It was too much.' })
  await propose.click()
  await expect(first.dialog).toBeHidden()
  await second.page.reload()
  await second.role('button', 'shell-money:adjustments.reject', {}, correctionOf(second, subject)).click()
  await second.fill({ reason: 'It was not.' })
  await second.inDialog('shell-money:adjustments.reject').click()
  await second.expectToast('shell-money:adjustments.rejectDone')
  expect((await walletOf(kernel, subject)).balanceHundredths).toBe(123_450)
})

const stateOf = async (kernel: Kernel, who: Account) => (await walletOf(kernel, who)).state

async function settle(one: Person, order: string, outcome: 'won' | 'lost') {
  await one.goto('/admin/money/orders')
  await one.fill({ search: order })
  const row = one.page.getByRole('row').filter({ hasText: order })
  await one.role('button', 'shell-money:disputes.settle', {}, row).click()
  await one.field('outcome').selectOption(outcome)
  await one.fill({ reason: 'The card company has decided.' })
  await one.shoot(`138-dispute-${outcome}`)
  await one.inDialog('shell-money:disputes.settle').click()
  await one.expectToast('shell-money:disputes.done')
}

test('a won dispute unfreezes the wallet, a lost one takes the WIT back', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const buyer = await makeMember(kernel, 'dispu')
  const one = await loggedIn(person, buyer, { width: 768 })
  const won = await buyWit(one, kernel, buyer, 900)
  const lost = await buyWit(one, kernel, buyer, 300)
  const administrator = await loggedIn(person, admin)
  await chargeBack(one, won)
  await expect.poll(() => stateOf(kernel, buyer)).toBe('frozen')
  await settle(administrator, won, 'won')
  expect(await walletOf(kernel, buyer)).toMatchObject({ state: 'active', balanceHundredths: 120_000 })
  await chargeBack(one, lost)
  await expect.poll(() => stateOf(kernel, buyer)).toBe('frozen')
  await settle(administrator, lost, 'lost')
  expect(await walletOf(kernel, buyer)).toMatchObject({ state: 'active', balanceHundredths: 90_000 })
  await one.goto(`/order/complete?id=${lost}`)
  await expect(one.page.getByText(one.t('wallet:receipt.disputeLost'))).toBeVisible()
})

test('an administrator freezes and unfreezes a wallet with a reason', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const owner = await makeMember(kernel, 'froze')
  await buyWit(await loggedIn(person, owner), kernel, owner, 900)
  const one = await loggedIn(person, admin)
  await one.goto(`/admin/people/${await idOf(kernel, owner)}`)
  await one.link('shell-operators:account.wallet').click()
  await expect(one.page.getByText('900 WIT').first()).toBeVisible()
  await one.shoot('139-wallet')
  const reason = 'Somebody else may be in this account.'
  await one.button('shell-money:wallets.freeze').click()
  await one.fill({ reason })
  await one.inDialog('shell-money:wallets.freeze').click()
  await one.expectToast('shell-money:wallets.freezeDone', { name: owner.nickname })
  await expect(one.text('shell-money:wallets.why', { reason })).toBeVisible()
  expect(await stateOf(kernel, owner)).toBe('frozen')
  await one.button('shell-money:wallets.unfreeze').click()
  await one.fill({ reason: 'It was them.' })
  await one.inDialog('shell-money:wallets.unfreeze').click()
  await one.expectToast('shell-money:wallets.unfreezeDone', { name: owner.nickname })
  expect(await stateOf(kernel, owner)).toBe('active')
})

test('a new rate is shown before it is set, and gets the next version', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await loggedIn(person, admin)
  await one.goto('/admin/money/rates')
  const before = (await kernel.call('GET', '/api/exchange/rate')).payload
  const hundredths = before.hundredthsPerUsd + 500
  await one.fill({ note: 'A journey through the rates.' })
  const set = one.button('shell-money:rates.set')
  await set.click()
  await expect(one.text('shell-money:rates.unchanged')).toBeVisible()
  await one.fill({ usd: (hundredths / 100).toFixed(2) })
  await one.shoot('140-rate')
  await set.click()
  await one.shoot('141-rate-confirm')
  await one.inDialog('shell-money:rates.set').click()
  await one.expectToast('shell-money:rates.done')
  await expect(one.page.getByRole('row').filter({ hasText: 'A journey through the rates.' })).toBeVisible()
  const after = (await kernel.call('GET', '/api/exchange/rate')).payload
  expect(after).toMatchObject({ hundredthsPerUsd: hundredths, version: before.version + 1 })
})

test('a large change of the rate needs two administrators', { tag: '@soak' }, async ({ kernel, person }) => {
  const before = (await kernel.call('GET', '/api/exchange/rate')).payload
  const hundredths = Math.ceil(before.hundredthsPerUsd * 1.12)
  const first = await loggedIn(person, admin)
  await first.goto('/admin/money/rates')
  await first.fill({ usd: (hundredths / 100).toFixed(2), note: 'The dollar is stronger.' })
  await first.button('shell-money:rates.propose').click()
  await first.inDialog('shell-money:rates.propose').click()
  await first.expectToast('shell-money:rates.proposeDone')
  const proposal = (one: Person) =>
    one.page.getByRole('article').filter({ hasText: 'The dollar is stronger.' })
  await expect(proposal(first)).toContainText(first.t('shell-money:adjustments.second'))
  await first.shoot('143-rate-proposed')

  const second = await loggedIn(person, await secondAdministrator(kernel), { theme: 'dark', width: 390 })
  await second.goto('/admin/money/rates')
  await second.role('button', 'shell-money:adjustments.approve', {}, proposal(second)).click()
  await second.inDialog('shell-money:adjustments.approve').click()
  await second.expectToast('shell-money:rates.done')
  await second.shoot('144-rate-approved')
  const after = (await kernel.call('GET', '/api/exchange/rate')).payload
  expect(after).toMatchObject({ hundredthsPerUsd: hundredths, version: before.version + 1 })
})

test('only administrators see the daily totals of the ledger', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const buyer = await makeMember(kernel, 'led')
  const member = await loggedIn(person, buyer, { width: 390 })
  await buyWit(member, kernel, buyer, 100)
  const one = await loggedIn(person, admin)
  await one.goto('/admin/money')
  await expect(one.text('shell-money:ledger.circulation').first()).toBeVisible()
  await expect(one.role('list', 'shell-money:ledger.byDay').getByRole('listitem').first()).toBeVisible()
  await one.shoot('142-ledger')
  await member.goto('/admin/money')
  await expect(member.heading('shell:screens.notFound')).toBeVisible()
})
