// The first hour of a person in Firefox: sign up, look around, enter a room, buy, post, give. `journeys/first-hour.spec.ts` has it
// in Chromium.
import { fresh } from '../lib/accounts.mjs'
import { makeOrder } from '../lib/money'
import { makeBlock } from '../lib/rooms'
import { callAs, requestFriend } from '../lib/social'
import { expect, test } from '../lib/test'
import { Firefox } from './firefox'

async function signUp(firefox: Firefox, account: ReturnType<typeof fresh>, code: () => Promise<string>) {
  await firefox.goto('/')
  await firefox.click('button', firefox.t('worlds:home.signUp'), 'main')
  await firefox.fill({ email: account.email, password: account.password, confirm: account.password })
  await firefox.sees(firefox.t('shell:captcha.solved'))
  await firefox.pressInDialog('shell:signUp.submit')
  await firefox.page.waitForSelector('[name=code]')
  await firefox.fill({ code: await code() })
  await firefox.pressInDialog('shell:verify.submit')
  await firefox.pressInDialog('shell:welcome.signIn')
  await firefox.fill({ password: account.password })
  await firefox.pressInDialog('shell:signIn.submit')
  await firefox.fill({ nickname: account.nickname })
  await firefox.sees(firefox.t('shell:nickname.free'))
  await firefox.pressInDialog('shell:nickname.submit')
  await firefox.click('link', firefox.t('avatars:later'))
  await firefox.seesRole('heading', 'shell:selectWorld.title')
  await firefox.page.keyboard.press('Escape')
}

test('the first hour in Firefox', async ({ kernel }) => {
  const place = await makeBlock(kernel, 'hour')
  const { owner, worldId, worldName } = place
  const club = { name: { ko: '첫 멤버십', en: 'First club' }, quantity: 10, price: 100 }
  await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldId}/collections`, club)
  const account = fresh('hour')
  const firefox = await Firefox.start(kernel.origin)
  try {
    const { page } = firefox
    await test.step('sign up', () => signUp(firefox, account, () => kernel.codeFor(account.email)))

    await test.step('look around', async () => {
      await firefox.visit(`/${worldName}`)
      await firefox.press('worlds:world.join')
      await firefox.sees(firefox.t('worlds:world.joined', { world: worldName }))
      for (const path of ['/market', '/mail']) {
        await firefox.visit(path)
        await page.waitForSelector('main h1')
      }
    })
    await test.step('enter a room', async () => {
      await firefox.visit(place.path)
      await firefox.seesRole('group', 'blocks:emoji.title')
      await firefox.shoot('room')
      await firefox.click('link', firefox.t('blocks:room.leave'))
      await firefox.isAt(`/${worldName}`)
    })
    await test.step('buy', async () => {
      await firefox.approve(await makeOrder(kernel, account, 1_000))
      await firefox.press('worlds:membership.buy')
      await firefox.choose('[role=dialog] [type=submit]')
      await firefox.sees(firefox.t('worlds:membership.got', { name: 'First club', edition: 1 }))
    })
    await test.step('write and edit a post', async () => {
      await firefox.visit(`/${worldName}/post`)
      await firefox.fill({ text: `Hello @${owner.nickname}.` }, 'main')
      await firefox.press('community:composer.send')
      await firefox.sees('Hello', 'main article')
      await firefox.press('community:post.menu', { name: account.nickname })
      await firefox.click('menuitem', firefox.t('community:menu.edit'))
      await firefox.fill({ text: `Good night, @${owner.nickname}.` }, '[role=dialog]')
      await firefox.pressInDialog('community:edit.save')
      await firefox.sees('Good night', 'main article')
    })
    await test.step('give', async () => {
      await requestFriend(kernel, owner, account)
      await requestFriend(kernel, account, owner)
      await firefox.visit('/gifts')
      await firefox.press('gifts:wizard.title')
      await firefox.choose(`[role=dialog] button ::-p-text(${firefox.t('gifts:types.wit')})`)
      await firefox.choose(`[role=dialog] button ::-p-text(${owner.nickname})`)
      await firefox.fill({ wit: '40' })
      await firefox.choose('[name=confirmed]')
      await firefox.pressInDialog('gifts:send')
      await firefox.seesRole('heading', 'gifts:wizard.titles.COMPLETE')
      await firefox.pressInDialog('gifts:complete.done')
    })
    await test.step('change the language', async () => {
      await firefox.visit(`/${worldName}`)
      await firefox.click('button', '한국어')
      firefox.language = 'ko'
      await firefox.sees(firefox.t('worlds:world.aboutTitle'))
      await firefox.shoot('world-ko')
    })
    expect(firefox.takeErrors(), 'errors in the console').toEqual([])
  } catch (error) {
    await firefox.shoot('failed')
    throw error
  } finally {
    await firefox.close()
  }
})
