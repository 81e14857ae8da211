// Being in a block together: as a page, which is what a browser without WebGL shows.
import { demo } from '../lib/accounts.mjs'
import { cuttable, dots, enter, makeBlock, makeGuest, say, withoutWebGl } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test('three people in a block see each other move, chat and show emojis', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'meet')
  const [host, mina] = [await person(), await person({ width: 390, touch: true })]
  await host.logIn(place.owner)
  const account = await makeGuest(kernel, place, 'mina')
  await mina.logIn(account)
  const visitor = await person()
  for (const one of [host, mina, visitor]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  for (const one of [host, mina, visitor]) {
    await expect(one.button('blocks:people.button', { count: 3 })).toBeVisible()
  }
  await mina.button('blocks:chat.title').click()
  await host.shoot('400-room-as-a-page')

  // Moving: with the arrow keys on the map. The others see the dot at another place.
  await expect.poll(async () => (await dots(mina)).length).toBe(2)
  const before = await dots(mina)
  await host.page.getByRole('application', { name: host.t('blocks:twin.mapKeys') }).focus()
  for (let step = 0; step < 3; step++) await host.page.keyboard.press('ArrowUp')
  await expect.poll(() => dots(mina)).not.toEqual(before)

  // Talking. Visitors read, but do not talk.
  await say(host, '안녕하세요!')
  for (const one of [mina, visitor]) {
    await expect(one.page.getByRole('list', { name: one.t('blocks:chat.title') })).toContainText(
      '안녕하세요!',
    )
  }
  await expect(visitor.button('blocks:chat.logIn')).toBeVisible()

  // An emoji: beside the name, and spoken.
  await mina.button('blocks:emoji.heart').click()
  const hearted = host.page.getByRole('img', { name: host.t('blocks:emoji.heart') })
  await expect(hearted).toBeVisible()
  await expect(hearted, 'for four seconds').toBeHidden()
})

test('a person without a network for 20 seconds is back where they were', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'drop')
  const [host, mina] = [await person(), await person()]
  await host.logIn(place.owner)
  await mina.logIn(await makeGuest(kernel, place, 'mina'))
  const network = await cuttable(mina)
  for (const one of [host, mina]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  await expect(host.button('blocks:people.button', { count: 2 })).toBeVisible()
  await network.cut()
  await expect(mina.text('blocks:room.reconnecting')).toBeVisible()
  await say(host, 'first')
  await host.page.waitForTimeout(20_000)
  await say(host, 'second')
  await expect(host.button('blocks:people.button', { count: 2 }), 'the place is kept').toBeVisible()
  await network.mend()
  await expect(mina.text('blocks:room.reconnecting')).toBeHidden()
  const chat = mina.page.getByRole('list', { name: mina.t('blocks:chat.title') })
  await expect(chat.getByText('first', { exact: true }), 'said once').toHaveCount(1)
  await expect(chat.getByText('second', { exact: true })).toHaveCount(1)
  await say(mina, 'back')
  await expect(host.page.getByRole('list', { name: host.t('blocks:chat.title') })).toContainText('back')
})

test('a refused person reads why, and is let in afterwards', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'shut', { access: 'signedIn' })
  const visitor = await person()
  await withoutWebGl(visitor)
  await visitor.goto(place.path)
  await expect(visitor.heading('blocks:screen.denied.title')).toBeVisible()
  await visitor.shoot('401-refused')
  await visitor.main.getByRole('button', { name: visitor.t('blocks:screen.logIn') }).click()
  const account = await makeGuest(kernel, place, 'mina')
  await visitor.fill({ email: account.email, password: account.password })
  const recorded = visitor.page.waitForResponse(/\/entered$/)
  await visitor.field('password').press('Enter')
  await expect(visitor.page.getByLabel(visitor.t('blocks:chat.field'))).toBeVisible()
  await recorded
  await visitor.goto('/block')
  await expect(visitor.main.getByText('Little café')).toBeVisible()
  await visitor.shoot('402-my-blocks')
})

test('a room is walked by keyboard alone', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'keys')
  const host = await person()
  await host.logIn(place.owner)
  await withoutWebGl(host)
  await enter(host, place)
  const press = async (key: string, name: RegExp | string) => {
    const wanted = host.page.getByRole('button', { name, exact: true })
    await expect(wanted).toBeVisible()
    for (let tabs = 0; tabs < 120; tabs++) {
      if (await wanted.evaluate((one) => one === document.activeElement)) break
      await host.page.keyboard.press('Tab')
    }
    await expect(wanted).toBeFocused()
    await host.page.keyboard.press(key)
  }
  await press('Enter', host.t('blocks:twin.sitOn', { number: 1 }))
  await expect(host.text('blocks:twin.here')).toBeVisible()
  await press('Enter', host.t('blocks:twin.stand'))
  await expect(host.text('blocks:twin.here')).toBeHidden()
})

test('a moderator removes a person, who reads why and stays out', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'kick')
  const [host, rude] = [await person(), await person({ width: 390, touch: true })]
  await host.logIn(place.owner)
  const account = await makeGuest(kernel, place, 'rude')
  await rude.logIn(account)
  for (const one of [host, rude]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  await say(rude, 'loud words')

  // A report carries what was said.
  await host.button('blocks:people.more', { name: account.nickname }).click()
  await host.page.getByRole('menuitem', { name: host.t('blocks:people.report') }).click()
  await host.field('reason').selectOption('harassment')
  await host.field('block').setChecked(false)
  await host.shoot('403-report-from-a-room')
  await host.inDialog('shell-people:report.send').click()
  await expect(host.dialog.getByText(host.t('shell-people:report.thanks'))).toBeVisible()
  await host.escape()

  await host.button('blocks:people.more', { name: account.nickname }).click()
  await host.page.getByRole('menuitem', { name: host.t('blocks:people.kick') }).click()
  await host.shoot('404-kick')
  await host.inDialog('blocks:people.kick').click()
  await host.expectToast('blocks:people.kicked', { name: account.nickname })
  await expect(rude.heading('blocks:kicked.title')).toBeVisible()
  await rude.shoot('405-kicked')
  await expect(host.button('blocks:people.button', { count: 1 })).toBeVisible()
  await rude.goto(place.path)
  await expect(rude.heading('blocks:screen.denied.title')).toBeVisible()

  const moderator = await person()
  await moderator.logIn(demo('admin'))
  const { items } = await callAs(kernel, demo('admin'), 'GET', '/api/moderation/cases?limit=50')
  const { id } = items.find(
    (one: { person: { nickname: string } }) => one.person.nickname === account.nickname,
  )
  await moderator.goto(`/moderation/${id}`)
  await expect(moderator.main.getByText('loud words')).toBeVisible()
  await moderator.shoot('406-chat-as-evidence')
})

test('a blacklisted person leaves the room at once', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'list')
  const rude = await person()
  const account = await makeGuest(kernel, place, 'rude')
  await rude.logIn(account)
  await withoutWebGl(rude)
  await enter(rude, place)
  const path = `/api/v3/worlds/${place.worldId}/blacklist`
  await callAs(kernel, place.owner, 'POST', path, { nickname: account.nickname, reason: 'Spam' })
  await expect(rude.heading('blocks:kicked.title')).toBeVisible()
  await rude.goto(place.path)
  await expect(rude.heading('blocks:screen.denied.title')).toBeVisible()
})

test('a block that is deleted closes its room', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'gone')
  const mina = await person()
  await mina.logIn(await makeGuest(kernel, place, 'mina'))
  await withoutWebGl(mina)
  await enter(mina, place)
  await callAs(kernel, place.owner, 'DELETE', `/api/v3/blocks/${place.blockId}`)
  await expect(mina.heading('blocks:kicked.title')).toBeVisible()
  await mina.button('blocks:kicked.again').click()
  await expect(mina.heading('blocks:screen.missing.title')).toBeVisible()
})
