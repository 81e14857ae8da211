// Gifts between friends: WIT and items, accepted, rejected, sent without enough WIT.
import type { Page } from '@playwright/test'
import { type Account, makeMember } from '../lib/accounts.mjs'
import { changeAnswer } from '../lib/boot'
import type { Kernel } from '../lib/kernel.mjs'
import { buyWit, expectBalance, walletOf } from '../lib/money'
import type { Person, PersonOptions } from '../lib/person'
import type { Screen } from '../lib/screen'
import { befriend, callAs, expectInventory, expectUnread, grantItem, sendGift } from '../lib/social'
import { expect, test } from '../lib/test'

/** Two friends, each with a browser of their own. */
async function friends(kernel: Kernel, person: (options?: PersonOptions) => Promise<Person>) {
  const [a, b] = [await makeMember(kernel, 'gil'), await makeMember(kernel, 'hwa')]
  await befriend(kernel, a, b)
  const gil = await person()
  const hwa = await person({ width: 390, touch: true, theme: 'dark' })
  await gil.logIn(a)
  await hwa.logIn(b)
  await expect(gil.accountButton).toBeVisible()
  await expect(hwa.accountButton).toBeVisible()
  return { a, b, gil, hwa }
}

/** Pending gifts are cards; closed gifts are a list of links. */
const waiting = (one: Screen, gift: string) => one.main.getByRole('article').filter({ hasText: gift })
const answered = (one: Screen, gift: string) => one.main.locator('a.wv-row').filter({ hasText: gift })
const chooseWit = (one: Screen) =>
  one.dialog.getByRole('button').filter({ hasText: one.t('gifts:types.wit') })
const friendButton = (one: Screen, { nickname }: Account) =>
  one.role('list', 'gifts:friend.list', {}, one.dialog).getByRole('button').filter({ hasText: nickname })

async function send(one: Person) {
  await one.field('confirmed').check()
  await one.inDialog('gifts:send').click()
  await expect(one.heading('gifts:wizard.titles.COMPLETE')).toBeVisible()
}

test('WIT are sent from the page of friends, arrive without a reload and are accepted', async ({
  kernel,
  person,
}) => {
  const { a, b, gil, hwa } = await friends(kernel, person)
  await buyWit(gil, kernel, a, 1_000)
  await hwa.goto('/gifts')
  await expect(hwa.heading('gifts:welcome.received')).toBeVisible()
  await gil.goto('/friends')
  await gil.button('friends:giftTo', { name: b.nickname }).click()
  await chooseWit(gil).click()
  await expect(gil.dialog.getByText(gil.t('gifts:wit.have', { wit: '1,000', usd: '$10.00' }))).toBeVisible()
  await gil.fill({ wit: '5000.9' })
  await expect(gil.field('wit'), 'no more than there are').toHaveValue('1000')
  await gil.fill({ wit: '' })
  await gil.inDialog('gifts:send').click()
  await gil.expectFieldError('wit', 'gifts:wit.required')
  await gil.fill({ wit: '120.75', message: 'For the bus, and an ice cream.' })
  await gil.shoot('203-wizard')
  await send(gil)
  await gil.shoot('204-sent')
  await gil.inDialog('gifts:complete.done').click()
  expect((await walletOf(kernel, a)).availableHundredths).toBe(88_000)

  const card = waiting(hwa, '120 WIT')
  await expect(card.getByText('For the bus, and an ice cream.')).toBeVisible()
  await expect(card.getByText(hwa.like('kit:time.days', { days: 6, hours: 23 }))).toBeVisible()
  await expectUnread(hwa, 1) // the friend request was answered
  await hwa.shoot('205-received')
  await hwa.role('button', 'gifts:accept', {}, card).click()
  await hwa.expectToast('gifts:said.accepted', { gift: '120 WIT' })
  await expectBalance(hwa, '120')
  await expectBalance(gil, '880')
  await expect(answered(hwa, '120 WIT')).toContainText(hwa.t('gifts:states.accepted'))
})

test('the item of a pending gift is locked, and free again when the gift is rejected', async ({
  kernel,
  person,
}) => {
  const { a, b, gil, hwa } = await friends(kernel, person)
  const lantern = await grantItem(kernel, a, 'Lantern')
  await hwa.goto('/gifts')
  await gil.goto('/inventory')
  const give = gil.button('items:giveThis', { item: 'Lantern' })
  await give.click()
  await friendButton(gil, b).click()
  await expect(gil.dialog.getByText('Lantern', { exact: true })).toBeVisible()
  await send(gil)
  await gil.inDialog('gifts:complete.done').click()
  const lock = gil.page.getByText(gil.t('items:locks.giftTo', { name: b.nickname }))
  await expect(lock).toBeVisible()
  await gil.shoot('206-locked')
  await hwa.role('button', 'gifts:reject', {}, waiting(hwa, 'Lantern')).click()
  await hwa.inDialog('gifts:rejecting.action').click()
  await hwa.expectToast('gifts:said.rejected', { name: a.nickname })
  await expect(lock).toBeHidden()
  await expect(give).toBeVisible()
  await gil.goto('/gifts?tab=sent')
  await expect(answered(gil, 'Lantern')).toContainText(gil.t('gifts:states.rejected'))
  await gil.shoot('208-history')
  expect((await callAs(kernel, a, 'GET', `/api/v2/items/${lantern}`)).lock).toBeNull()
})

/** Presses a button by script, if it exists, so that two tabs press it at the same time. */
const pressNow = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find((button) => button.textContent?.trim() === wanted)?.click()
  }, name)

test('an item accepted in two tabs at once is transferred once, and its provenance shows one transfer', async ({
  kernel,
  person,
}) => {
  const { a, b, gil, hwa } = await friends(kernel, person)
  await grantItem(kernel, a, 'Lantern')
  const crane = await grantItem(kernel, a, 'Crane', 'gear', 'paper-crane')
  const gift = await sendGift(kernel, a, b, crane)
  await gil.goto('/inventory')
  const second = await hwa.newTab()
  const tabs = [hwa, second]
  await Promise.all(tabs.map((tab) => tab.goto(`/gifts?id=${gift}`)))
  await Promise.all(tabs.map((tab) => expect(tab.button('gifts:accept')).toBeVisible()))
  await Promise.all(tabs.map((tab) => pressNow(tab.page, tab.t('gifts:accept'))))
  for (const tab of tabs) await expect(tab.text('gifts:endings.received.accepted')).toBeVisible()
  await second.page.close()
  await hwa.goto('/inventory')
  await expectInventory(hwa, ['Crane'])
  await expectInventory(gil, ['Lantern'])

  await hwa.goto(`/item/${crane}`)
  await expect(hwa.page.getByText(hwa.t('items:verdict.verified', { count: 2 }))).toBeVisible()
  const chain = hwa.role('list', 'items:provenance.title').getByRole('listitem')
  await expect(chain.filter({ hasText: a.nickname }).filter({ hasText: b.nickname })).toHaveCount(1)
  await hwa.shoot('207-provenance')
  await changeAnswer(hwa.page, '**/provenance', (payload) => {
    payload.links[1].from = payload.links[1].to
  })
  await hwa.page.reload()
  await expect(hwa.page.getByText(hwa.t('items:verdict.broken', { seq: 2 }))).toBeVisible()
})

test('a gift is visible to its sender and receiver only', async ({ kernel, person }) => {
  const [a, b] = [await makeMember(kernel, 'gil'), await makeMember(kernel, 'hwa')]
  await befriend(kernel, a, b)
  const gift = await sendGift(kernel, a, b, await grantItem(kernel, a, 'Lantern'))
  const stranger = await person()
  await stranger.logIn(await makeMember(kernel, 'nosy'))
  await expect(stranger.accountButton).toBeVisible()
  await stranger.goto(`/gifts?id=${gift}`)
  await expect(stranger.heading('gifts:missing.title')).toBeVisible()
})

test('without enough WIT the draft of the gift is saved, and resumes after a top-up', async ({
  kernel,
  person,
}) => {
  const { a, b, gil } = await friends(kernel, person)
  await gil.goto('/gifts')
  await gil.button('gifts:wizard.title').first().click()
  await chooseWit(gil).click()
  await friendButton(gil, b).click()
  await gil.expectFieldError('wit', 'gifts:wit.notEnough')
  await gil.fill({ message: 'Lunch is on me.' })
  await gil.shoot('209-no-wit')
  await gil.inDialog('gifts:wit.charge').click()
  await expect(gil.heading('wallet:notEnough.title')).toBeVisible()
  await gil.inDialog('wallet:notEnough.charge').last().click()
  await gil.expectPath('/charge?wit=1')
  await expect(gil.dialog).toBeHidden()
  await buyWit(gil, kernel, a, 100)
  await gil.goto('/gifts')
  await gil.button('gifts:wizard.title').first().click()
  await expect(gil.dialog.getByText(gil.t('gifts:wizard.for', { name: b.nickname }))).toBeVisible()
  await expect(gil.dialog.getByText(gil.t('gifts:wit.have', { wit: '100', usd: '$1.00' }))).toBeVisible()
  await expect(gil.field('message')).toHaveValue('Lunch is on me.')
  await gil.shoot('209-went-on')
  await gil.fill({ wit: '40' })
  await send(gil)
  expect((await walletOf(kernel, a)).availableHundredths).toBe(6_000)
})
