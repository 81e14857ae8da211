// Being in a block together: as a page, which is what a browser without WebGL shows.
import { cuttable, dots, enter, makeBlock, makeGuest, say, withoutWebGl } from '../lib/rooms'
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
    await expect(one.button('blocks:people.count', { count: 3 })).toBeVisible()
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
  await say(visitor, 'hello')
  await expect(visitor.status(visitor.t('blocks:refused.not_allowed'))).toBeVisible()
  await expect(visitor.field('say'), 'what was refused is not lost').toHaveValue('hello')

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
  await expect(host.button('blocks:people.count', { count: 2 })).toBeVisible()
  await network.cut()
  await expect(mina.text('blocks:room.reconnecting')).toBeVisible()
  await say(host, 'first')
  await host.page.waitForTimeout(20_000)
  await say(host, 'second')
  await expect(host.button('blocks:people.count', { count: 2 }), 'the place is kept').toBeVisible()
  network.mend()
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
