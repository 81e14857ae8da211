// The screens of friends, gifts, items and mail: axe reports no violation, nothing overflows, and a screenshot of each.
import { type Account, demo, makeMember } from '../lib/accounts.mjs'
import { axe, look, variants } from '../lib/looks'
import { buyWit } from '../lib/money'
import type { Person } from '../lib/person'
import { befriend, callAs, grantItem, idOf, requestFriend, sendGift } from '../lib/social'
import { expect, test } from '../lib/test'

const PATHS = [
  '/friends',
  '/friends?tab=requests',
  '/friends?tab=find',
  '/gifts',
  '/gifts?tab=sent',
  '/inventory',
  '/mail',
  '/mail?tab=notices',
  '/mail?tab=settings',
]

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, name)
}

async function lookAtPaths(one: Person, suffix: string) {
  for (const [index, path] of PATHS.entries()) {
    await lookAt(one, path, `${220 + index}${path.replaceAll(/[/?=]/g, '-')}-${suffix}`)
  }
}

async function lookAtWizard(one: Person, friend: Account) {
  await one.goto('/gifts')
  await one.button('gifts:wizard.title').first().click()
  const chooseType = (type: 'wit' | 'item') =>
    one.dialog.getByRole('button').filter({ hasText: one.t(`gifts:types.${type}`) })
  await expect(chooseType('item')).toBeVisible()
  await look(one, '235-wizard-select')
  await chooseType('item').click()
  const friends = one.role('list', 'gifts:friend.list').getByRole('button')
  await expect(friends.first()).toBeVisible()
  await look(one, '236-wizard-friend')
  await friends.filter({ hasText: friend.nickname }).click()
  await expect(one.field('item').first()).toBeVisible()
  await look(one, '237-wizard-item')
  await one.inDialog('gifts:wizard.back').click()
  await expect(friends.first()).toBeVisible()
  await one.inDialog('gifts:wizard.back').click()
  await chooseType('wit').click() // the friend is known already
  await one.inDialog('gifts:send').click()
  await expect(one.field('confirmed')).toHaveAttribute('aria-invalid', 'true')
  await look(one, '238-wizard-wit')
  await one.fill({ wit: '30', message: '고마워요 · Thank you' })
  await one.field('confirmed').check()
  await one.inDialog('gifts:send').click()
  await expect(one.heading('gifts:wizard.titles.COMPLETE')).toBeVisible()
  await look(one, '239-wizard-complete')
}

// Each test visits up to twenty screens.
test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`social screens of a visitor and of a new member (${name})`, { tag }, async ({ kernel, person }) => {
    const one = await person({ ...options, script: axe })
    for (const path of ['/friends', '/gifts', '/inventory', '/mail']) {
      await lookAt(one, path, `218${path.replace('/', '-')}-visitor`)
    }
    await one.logIn(await makeMember(kernel, 'alone', options.language))
    await expect(one.accountButton).toBeVisible()
    await lookAtPaths(one, 'empty')
  })

  test(`social screens of a member with friends and gifts (${name})`, { tag }, async ({ kernel, person }) => {
    const me = await makeMember(kernel, 'scene', options.language)
    const friend = await makeMember(kernel, 'frie')
    await befriend(kernel, me, friend)
    await requestFriend(kernel, await makeMember(kernel, 'aske'), me)
    const one = await person({ ...options, script: axe })
    await one.logIn(me)
    await expect(one.accountButton).toBeVisible()
    await buyWit(one, kernel, me, 500)
    const kept = await grantItem(kernel, me, 'Moon Cat', 'pfp', 'moon-cat')
    await sendGift(kernel, me, friend, await grantItem(kernel, me, 'Lantern'), 'For your window.')
    const crane = await grantItem(kernel, friend, 'Crane', 'gear', 'paper-crane')
    const gift = await sendGift(kernel, friend, me, crane, '생일 축하해요!')
    await lookAtPaths(one, 'full')
    await lookAt(one, `/gifts?id=${gift}`, '231-gift')
    await lookAt(one, `/item/${kept}`, '232-item')
    await one.goto(`/user/${await idOf(kernel, friend)}`)
    await expect(one.button('friends:gift')).toBeVisible()
    await one.expectLoaded()
    await look(one, '233-person')
    await one.page
      .getByRole('button', { name: one.like('items:comments.ofNone') })
      .first()
      .click()
    await expect(one.dialog.getByRole('textbox')).toBeVisible()
    await look(one, '233-person-comments')
    await one.escape()
    await one.goto('/mail')
    await one.main.locator('a[href*="alarm="]').first().click()
    await expect(one.main.getByRole('article')).toBeVisible()
    await look(one, '234-thread')
    await lookAtWizard(one, friend)
  })

  test(`screens of crafting (${name})`, { tag }, async ({ kernel, person }) => {
    const me = await makeMember(kernel, 'craf', options.language)
    const one = await person({ ...options, script: axe })
    await one.logIn(me)
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, '/crafting', '242-crafting')
    await lookAt(one, '/crafting/item', '243-craft-empty')
    await one.button('items:craft.make').click()
    await expect(one.text('items:craft.problems.image')).toBeVisible()
    await look(one, '244-craft-problems')
    await one.button('items:craft.collection.new').click()
    await expect(one.dialog.locator('[name="royalty"]')).toBeVisible()
    await look(one, '245-collection-dialog')
    const words = { ko: '밤의 소리', en: 'Sounds of the night' }
    const { collectionId } = await callAs(kernel, me, 'POST', '/api/v2/collections', {
      ...{ name: words, description: words, royaltyBp: 250, supply: 10 },
    })
    for (const type of ['audio', 'gear', 'text']) {
      await one.goto(`/crafting/item?collection=${collectionId}`)
      await one.field('type', type).check()
      await look(one, `246-craft-${type}`)
    }
    await lookAt(one, `/collection/${collectionId}`, '247-own-collection')
  })

  test(`screens of an administrator who writes notices (${name})`, { tag }, async ({ person }) => {
    const one = await person({ ...options, script: axe })
    await one.logIn(demo('admin'))
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, '/admin/mail-notices', '240-admin-notices')
    await one.button('mail:admin.write').click()
    await expect(one.field('title.ko')).toBeVisible()
    await look(one, '241-notice')
  })
}
