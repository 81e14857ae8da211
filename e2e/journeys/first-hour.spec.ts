// The first hour of a person, in one visit: sign up, look around, enter a room, buy, post, give. In browsers as they come, and in
// settings that have broken other platforms.
import { fresh } from '../lib/accounts.mjs'
import { makeOrder, pressInSandbox } from '../lib/money'
import type { Person } from '../lib/person'
import { makeBlock, withoutWebGl } from '../lib/rooms'
import { Screen } from '../lib/screen'
import { settings } from '../lib/settings'
import { callAs, requestFriend } from '../lib/social'
import { expect, test } from '../lib/test'

/** Goes to a page as a link does: nothing is loaded again, since a browser without storage would forget its person. */
const visit = (one: Person, path: string) =>
  one.page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function signUp(one: Person, account: ReturnType<typeof fresh>, code: () => Promise<string>) {
  await one.goto('/')
  await one.role('button', 'worlds:home.signUp', {}, one.main).click()
  await one.fill({ email: account.email, password: account.password, confirm: account.password })
  await expect(one.status(one.t('shell:captcha.solved'))).toBeVisible()
  await one.inDialog('shell:signUp.submit').click()
  await expect(one.field('code')).toBeVisible()
  await one.fill({ code: await code() })
  await one.inDialog('shell:verify.submit').click()
  await one.inDialog('shell:welcome.signIn').click()
  await one.fill({ password: account.password })
  await one.inDialog('shell:signIn.submit').click()
  await one.fill({ nickname: account.nickname })
  await expect(one.text('shell:nickname.free')).toBeVisible()
  await one.inDialog('shell:nickname.submit').click()
  await one.link('avatars:later').click()
  await expect(one.heading('shell:selectWorld.title')).toBeVisible()
  await one.escape()
}

async function writeAndEdit(one: Person, worldName: string, nickname: string, friend: string) {
  await visit(one, `/${worldName}/post`)
  await one.fill({ text: `Hello @${friend}, and @${nickname} too.` })
  await one.button('community:composer.send').click()
  await one.expectToast('community:composer.sent')
  await expect(one.field('text')).toHaveValue('')
  const card = one.main.getByRole('article').filter({ hasText: 'Hello' })
  await card.getByRole('button', { name: one.t('community:post.menu', { name: nickname }) }).click()
  await one.role('menuitem', 'community:menu.edit').click()
  await one.dialog.locator('[name=text]').fill(`Good night, @${friend}.`)
  await one.inDialog('community:edit.save').click()
  await expect(one.main.getByRole('article').filter({ hasText: `Good night, @${friend}.` })).toBeVisible()
  await expect(one.main.getByText('too.'), 'nothing of the earlier text is left').toHaveCount(0)
}

async function give(one: Person, friend: string) {
  await visit(one, '/gifts')
  await one.button('gifts:wizard.title').first().click()
  await one.dialog
    .getByRole('button')
    .filter({ hasText: one.t('gifts:types.wit') })
    .click()
  const friends = one.role('list', 'gifts:friend.list', {}, one.dialog)
  await friends.getByRole('button').filter({ hasText: friend }).click()
  await one.fill({ wit: '40' })
  await one.field('confirmed').check()
  await one.inDialog('gifts:send').click()
  await expect(one.heading('gifts:wizard.titles.COMPLETE')).toBeVisible()
  await one.inDialog('gifts:complete.done').click()
}

for (const { name, script } of settings) {
  test(`the first hour: ${name}`, { tag: '@soak' }, async ({ kernel, person }) => {
    const place = await makeBlock(kernel, 'hour')
    const { owner, worldId, worldName } = place
    const club = { name: { ko: '첫 멤버십', en: 'First club' }, quantity: 10, price: 100 }
    await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldId}/collections`, club)
    const one = await person(script ? { script } : {})
    await withoutWebGl(one)
    const account = fresh('hour')
    await signUp(one, account, () => kernel.codeFor(account.email))

    await test.step('look around', async () => {
      await visit(one, `/${worldName}`)
      await one.button('worlds:world.join').click()
      await one.expectToast('worlds:world.joined', { world: worldName })
      await visit(one, '/market')
      await expect(one.main.getByRole('heading', { level: 1 })).toBeVisible()
      await visit(one, '/mail')
      await expect(one.main.getByRole('heading', { level: 1 })).toBeVisible()
    })
    await test.step('enter a room', async () => {
      await visit(one, place.path)
      await expect(one.role('group', 'blocks:emoji.title')).toBeVisible()
      await one.link('blocks:room.leave').click()
      await one.expectPath(`/${worldName}`)
    })
    await test.step('buy', async () => {
      const order = await makeOrder(kernel, account, 1_000)
      const payment = await one.context.newPage()
      await payment.goto(`/sandbox/pay/${order}`)
      await pressInSandbox(payment, 'approve')
      await payment.waitForURL('**/charge/complete**')
      await payment.close()
      await one.button('worlds:membership.buy').click()
      await one.dialog.locator('[type=submit]').click()
      await one.expectToast('worlds:membership.got', { name: 'First club', edition: 1 })
    })
    await writeAndEdit(one, worldName, account.nickname, owner.nickname)
    await requestFriend(kernel, owner, account)
    await requestFriend(kernel, account, owner)
    await give(one, owner.nickname)

    await test.step('change the language', async () => {
      await visit(one, `/${worldName}`)
      await one.page.getByRole('button', { name: '한국어' }).first().click()
      const korean = new Screen(one.page, 'ko')
      await expect(one.page.locator('html')).toHaveAttribute('lang', 'ko')
      await expect(korean.text('worlds:world.aboutTitle')).toBeVisible()
      await one.expectLoaded()
      const shown = await one.main.textContent()
      await visit(one, '/mail')
      await expect(korean.heading('mail:title')).toBeVisible()
      await visit(one, `/${worldName}`)
      await expect(korean.text('worlds:world.aboutTitle')).toBeVisible()
      const again = () => one.main.textContent()
      await expect.poll(again, 'no text was left in the other language').toBe(shown)
      if (script?.includes('font')) await expect(one.page.locator('font').first()).toBeAttached()
    })
  })
}
