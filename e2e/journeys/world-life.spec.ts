// Life in a world: memberships, administrators, the blacklist, invitations, and the one change of worlds.
import { type Account, logIn, makeAccount } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import { buyWit, expectBalance } from '../lib/money'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const worldName = (stem: string) => `${stem}${Date.now().toString(36).slice(-5)}`

/** A world of a new owner; returns its id and its owner. */
async function makeWorld(kernel: Kernel, name: string, isPublic = true) {
  const owner = await makeAccount(kernel, 'boss')
  const { worldId } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName: name, isPublic })
  return { id: worldId as string, owner }
}

const join = (kernel: Kernel, account: Account, id: string) =>
  callAs(kernel, account, 'POST', `/api/v2/worlds/user/member?worldId=${id}`)

test('an owner opens a membership for 100 WIT, and a member buys it', async ({ kernel, person }) => {
  const name = worldName('club')
  const { id, owner } = await makeWorld(kernel, name)
  const buyer = await makeAccount(kernel, 'fan')
  await join(kernel, buyer, id)
  const boss = await person()
  await boss.logIn(owner)
  await boss.goto(`/${name}/management?tab=memberships`)
  await boss.button('worlds:memberships.open').click()
  await boss.dialog.getByRole('button', { name: boss.t('worlds:memberships.open') }).click()
  await boss.expectFieldError('name.ko', 'worlds:memberships.nameMissing')
  await boss.fill({ 'name.ko': '봄 멤버십', 'name.en': 'Spring club', quantity: '2', price: '100' })
  await boss.shoot('300-open-membership')
  await boss.dialog.getByRole('button', { name: boss.t('worlds:memberships.open') }).click()
  await boss.expectToast('worlds:memberships.opened')
  await expect(boss.main.getByText(boss.t('worlds:memberships.waitText'))).toBeVisible()

  const fan = await person({ width: 390, touch: true })
  await fan.logIn(buyer)
  await buyWit(fan, kernel, buyer, 500)
  await fan.goto(`/${name}`)
  await fan.button('worlds:membership.buy').click()
  await expect(fan.dialog.getByText(fan.t('worlds:membership.noRefund'))).toBeVisible()
  await fan.shoot('301-buy-membership')
  await fan.inDialog('worlds:membership.buy').click()
  await fan.expectToast('worlds:membership.got', { name: 'Spring club', edition: 1 })
  await expect(fan.main.getByText(fan.t('worlds:membership.yours'))).toBeVisible()
  await expectBalance(fan, '400')
  await fan.goto(`/${name}/dashboard/witch`)
  await expect(fan.main.getByText('1.00').first(), 'one point for 100 WIT').toBeVisible()
  await fan.shoot('302-witch')

  const visitor = await person()
  await visitor.goto(`/${name}`)
  await expect(visitor.button('worlds:membership.signUp')).toBeVisible()
})

test('a blacklisted member is shown out without a reload', async ({ kernel, person }) => {
  const name = worldName('gate')
  const { id, owner } = await makeWorld(kernel, name)
  const guest = await makeAccount(kernel, 'rude')
  await join(kernel, guest, id)
  const boss = await person()
  await boss.logIn(owner)
  const rude = await person({ width: 390, touch: true, theme: 'dark' })
  await rude.logIn(guest)
  await rude.goto(`/${name}`)
  await expect(rude.page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await boss.goto(`/${name}/management?tab=blacklist`)
  await boss.button('worlds:blacklist.add').click()
  await boss.fill({ nickname: guest.nickname, reason: 'Spam in the feed' })
  await boss.shoot('303-blacklist')
  await boss.inDialog('worlds:blacklist.add').click()
  await boss.expectToast('worlds:blacklist.added', { name: guest.nickname })
  await expect(rude.heading('kit-world:blacklisted', { world: name })).toBeVisible()
  await expect(rude.main.getByText('Spam in the feed')).toBeVisible()
  await rude.shoot('304-blacklisted')
  await boss.button('worlds:blacklist.remove').click()
  await expect(rude.page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('an owner appoints an administrator, who blacklists a person with an open page', async ({
  kernel,
  person,
}) => {
  const name = worldName('crew')
  const { id, owner } = await makeWorld(kernel, name)
  const [helper, guest] = [await makeAccount(kernel, 'helper'), await makeAccount(kernel, 'rowdy')]
  await join(kernel, helper, id)
  await join(kernel, guest, id)
  const admin = await person({ theme: 'dark' })
  await admin.logIn(helper)
  await admin.goto(`/${name}/management`)
  await expect(admin.text('worlds:manage.notYours')).toBeVisible()

  const boss = await person()
  await boss.logIn(owner)
  await boss.goto(`/${name}/management`)
  await expect(boss.text('worlds:manage.noAdmins')).toBeVisible()
  await boss.fill({ nickname: helper.nickname })
  await boss.button('worlds:manage.appoint').click()
  await boss.expectToast('worlds:manage.appointed', { name: helper.nickname })
  const admins = boss.role('list', 'worlds:manage.admins', { count: 1, max: 5 })
  await expect(admins.getByText(helper.nickname)).toBeVisible()
  await boss.shoot('308-appointed')

  const rowdy = await person({ width: 390, touch: true })
  await rowdy.logIn(guest)
  await rowdy.goto(`/${name}`)
  await expect(rowdy.page.getByRole('heading', { name, level: 1 })).toBeVisible()
  let loads = 0
  rowdy.page.on('load', () => {
    loads += 1
  })
  await admin.goto(`/${name}/management?tab=blacklist`)
  await admin.button('worlds:blacklist.add').click()
  await admin.fill({ nickname: guest.nickname, reason: 'Insults in the comments' })
  await admin.inDialog('worlds:blacklist.add').click()
  await admin.expectToast('worlds:blacklist.added', { name: guest.nickname })
  await expect(rowdy.heading('kit-world:blacklisted', { world: name })).toBeVisible()
  await expect(rowdy.main.getByText('Insults in the comments')).toBeVisible()
  expect(loads, 'the page is not loaded again').toBe(0)
})

test('a person changes worlds once, and the second change is refused', async ({ kernel, person }) => {
  const [first, second] = [worldName('aone'), worldName('btwo')]
  const a = await makeWorld(kernel, first)
  await makeWorld(kernel, second)
  const account = await makeAccount(kernel, 'mover')
  await join(kernel, account, a.id)
  const one = await person()
  await one.logIn(account)
  await one.goto(`/${second}`)
  await one.button('worlds:change.start').click()
  await expect(one.dialog.getByText(one.t('worlds:change.leaves', { world: first }))).toBeVisible()
  await one.shoot('305-change')
  await one.inDialog('worlds:change.action').click()
  await one.expectToast('worlds:change.done', { world: second })
  await expect(one.main.getByText(one.t('worlds:world.livesHere'))).toBeVisible()
  await one.goto(`/${first}`)
  await one.button('worlds:change.start').click()
  await expect(one.heading('worlds:change.usedTitle')).toBeVisible()
  await expect(one.dialog.getByText(one.t('worlds:change.used', { world: second }))).toBeVisible()
  await expect(one.inDialog('worlds:change.action')).toHaveCount(0)
  const token = await logIn(kernel, account)
  const path = `/api/v2/worlds/user/member?worldId=${a.id}&change=true`
  expect((await kernel.call('POST', path, undefined, token)).code).toBe('world_change_used')
})

test('a private world is joined by its invitation link', async ({ kernel, person }) => {
  const name = worldName('priv')
  const { owner } = await makeWorld(kernel, name, false)
  const boss = await person()
  await boss.logIn(owner)
  await boss.goto(`/${name}/management?tab=settings`)
  await boss.button('worlds:invite.create').click()
  const address = (await boss.main.locator('code').textContent()) ?? ''
  await boss.shoot('306-invitation')
  const guest = await person({ width: 390, touch: true, language: 'ko' })
  await guest.logIn(await makeAccount(kernel, 'guest', { language: 'ko' }))
  await guest.escape() // the dialog that asks for a world
  await guest.goto(new URL(address).pathname)
  await guest.shoot('307-invited')
  await guest.button('worlds:world.join').click()
  await guest.expectPath(`/${name}`)
  await expect(guest.main.getByText(guest.t('worlds:world.livesHere'))).toBeVisible()
})
