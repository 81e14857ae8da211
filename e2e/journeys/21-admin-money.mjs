// Administrators and money: corrections by two of them, disputes, the brake, the ledger, the rate.
import assert from 'node:assert/strict'
import { demo, logIn, makeAccount } from '../lib/accounts.mjs'
import { dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'
import { account, charge, chargeBack, chipSays, walletOf } from '../lib/money.mjs'

const button = (at, name) => at.getByRole('button', { name, exact: true })
const admin = demo('admin')

async function idOf(kernel, who) {
  const token = await logIn(kernel, who)
  return (await kernel.call('POST', '/api/user/auth', undefined, token)).payload.id
}

/** Another administrator, beside the demo's own. */
async function secondAdmin(kernel) {
  const made = await makeAccount(kernel, 'secnd', { world: 'reef' })
  const id = await idOf(kernel, made)
  await kernel.call('PUT', `/api/admin/users/${id}/roles/admin`, undefined, await logIn(kernel, admin))
  return made
}

const corrections = {
  name: 'corrections',
  async run({ kernel, person }) {
    const [subject, other] = [
      await makeAccount(kernel, 'subjw', { world: 'reef' }),
      await secondAdmin(kernel),
    ]
    const watching = await person({ width: 390, touch: true })
    await watching.logIn(subject)
    await shown(account(watching.page))
    await chipSays(watching.page, '0')

    const first = await person()
    const { page } = first
    await first.logIn(admin, 'en')
    await shown(account(page))
    await page.goto('/admin/money/adjustments')
    await button(page, 'Propose a correction').click()
    await button(dialog(page), 'Propose a correction').click()
    await fieldSays(page, 'person', 'Please choose a person.')
    await page.locator('[name=person]').fill(subject.nickname)
    await page.locator('.ad-found button', { hasText: subject.email }).click()
    await page.locator('[name=amount]').fill('12.345')
    await page.locator('[name=reason]').fill('A prize that was never paid.')
    await button(dialog(page), 'Propose a correction').click()
    await fieldSays(page, 'amount', 'Please enter an amount with at most two decimals.')
    await page.locator('[name=amount]').fill('1,234.50')
    await first.shoot('136-propose')
    await button(dialog(page), 'Propose a correction').click()
    await toasted(page, 'Proposed. It waits for a second person.')
    const card = (at) => at.locator('.ad-card', { hasText: subject.nickname })
    await shown(card(page).getByText('You proposed this. It waits for a second person.'))
    assert.equal(await button(card(page), 'Approve').count(), 0)
    await first.shoot('137-corrections')

    const second = await person({ theme: 'dark' })
    await second.logIn(other)
    await shown(account(second.page))
    await second.page.goto('/admin/money/adjustments')
    await button(card(second.page), 'Approve').click()
    await button(dialog(second.page), 'Approve').click()
    await toasted(second.page, 'The correction is applied.')
    await chipSays(watching.page, '1,234')
    assert.equal((await walletOf(kernel, subject)).balanceHundredths, 123_450)
    await watching.page.goto('/wallet')
    await shown(watching.page.locator('.wl-movement', { hasText: '+1,234.50' }))

    // What was corrected cannot be refunded, and what is to be taken away can be refused.
    await page.reload()
    await button(page, 'Propose a correction').click()
    await page.locator('[name=person]').fill(subject.nickname)
    await page.locator('.ad-found button', { hasText: subject.email }).click()
    await page.locator('[name=direction]').selectOption('out')
    await page.locator('[name=amount]').fill('5')
    await page.locator('[name=reason]').fill('It was too much.')
    await button(dialog(page), 'Propose a correction').click()
    await gone(dialog(page))
    await second.page.reload()
    await button(card(second.page), 'Reject').click()
    await second.page.locator('[name=answer]').fill('It was not.')
    await button(dialog(second.page), 'Reject').click()
    await toasted(second.page, 'The correction is rejected.')
    assert.equal((await walletOf(kernel, subject)).balanceHundredths, 123_450)
  },
}

const keeping = {
  name: 'disputes and the brake',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'dispu', { world: 'reef' })
    const buyerId = await idOf(kernel, buyer)
    const one = await person({ width: 768 })
    await one.logIn(buyer)
    await shown(account(one.page))
    const [kept, lost] = [await charge(one, kernel, buyer, 900), await charge(one, kernel, buyer, 300)]
    await chargeBack(one.page, kept)
    await eventually('frozen', async () => (await walletOf(kernel, buyer)).state === 'frozen')

    const keeper = await person()
    const { page } = keeper
    await keeper.logIn(admin, 'en')
    await shown(account(page))
    const settle = async (id, outcome) => {
      await page.goto('/admin/money/orders')
      await page.locator('[name=search]').fill(id)
      const row = page.locator('tbody tr', { hasText: id })
      await button(row, 'Settle').click()
      await page.locator('[name=outcome]').selectOption(outcome)
      await page.locator('[name=answer]').fill('The card company has decided.')
      await keeper.shoot(`138-dispute-${outcome}`)
      await button(dialog(page), 'Settle').click()
      await toasted(page, 'The dispute is settled.')
    }
    await settle(kept, 'won')
    assert.deepEqual(await facts(kernel, buyer), ['active', 120_000])
    await chargeBack(one.page, lost)
    await eventually('frozen again', async () => (await walletOf(kernel, buyer)).state === 'frozen')
    await settle(lost, 'lost')
    assert.deepEqual(await facts(kernel, buyer), ['active', 90_000])
    await one.page.goto(`/order/complete?id=${lost}`)
    await shown(one.page.getByText('The card company took the payment back'))

    await page.goto(`/admin/people/${buyerId}`)
    await page.getByRole('link', { name: 'Show the wallet' }).click()
    await shown(page.getByText('900 WIT'))
    await keeper.shoot('139-wallet')
    await button(page, 'Freeze').click()
    await page.locator('[name=answer]').fill('Somebody else may be in this account.')
    await button(dialog(page), 'Freeze').click()
    await toasted(page, `The wallet of ${buyer.nickname} is frozen.`)
    await shown(page.getByText('Frozen because: Somebody else may be in this account.'))
    assert.equal((await walletOf(kernel, buyer)).state, 'frozen')
    await button(page, 'Unfreeze').click()
    await page.locator('[name=answer]').fill('It was them.')
    await button(dialog(page), 'Unfreeze').click()
    await toasted(page, `The wallet of ${buyer.nickname} is free again.`)
  },
}

async function facts(kernel, who) {
  const { state, balanceHundredths } = await walletOf(kernel, who)
  return [state, balanceHundredths]
}

const rate = {
  name: 'the rate',
  async run({ kernel, person }) {
    const buyer = await makeAccount(kernel, 'rated', { world: 'reef' })
    const member = await person({ width: 390 })
    await member.logIn(buyer)
    await shown(account(member.page))
    await charge(member, kernel, buyer, 100)

    const one = await person()
    const { page } = one
    await one.logIn(admin, 'en')
    await shown(account(page))
    await page.goto('/admin/money/rates')
    const before = (await kernel.call('GET', '/api/exchange/rate')).payload
    const usd = before.hundredthsPerUsd + 1_100
    await page.locator('[name=note]').fill('A journey through the rates.')
    await button(page, 'Set this rate').click()
    await shown(page.getByText('This is the rate already.'))
    await page.locator('[name=usd]').fill(`${Math.floor(usd / 100)}.${String(usd % 100).padStart(2, '0')}`)
    await one.shoot('140-rate')
    await button(page, 'Set this rate').click()
    await one.shoot('141-rate-confirm')
    await button(dialog(page), 'Set this rate').click()
    await toasted(page, 'The new rate holds.')
    await shown(page.locator('tbody tr', { hasText: 'A journey through the rates.' }))
    const after = (await kernel.call('GET', '/api/exchange/rate')).payload
    assert.equal(after.hundredthsPerUsd, usd)
    assert.equal(after.version, before.version + 1)

    await page.goto('/admin/money')
    await shown(page.getByText('In circulation'))
    await shown(page.locator('.ad-days li').first())
    await one.shoot('142-ledger')
    const plain = await person()
    await plain.logIn(demo('haneul'), 'en')
    await shown(account(plain.page))
    await plain.page.goto('/admin/money')
    await shown(plain.page.getByText('Page not found', { exact: true }))
  },
}

export const journeys = [corrections, keeping, rate]
