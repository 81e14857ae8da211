// The language: selection, storage on the device, and transfer by the account to another device.
import { demo, makeAccount } from '../lib/accounts.mjs'
import { Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

/** The names of the languages are the same in both. */
const toKorean = (one: Screen) => one.page.getByRole('button', { name: '한국어' }).first()
const toEnglish = (one: Screen) => one.page.getByRole('button', { name: 'English' }).first()
const expectLanguage = (one: Screen, language: string) =>
  expect(one.page.locator('html')).toHaveAttribute('lang', language)

test('a visitor chooses a language, and the device keeps it', async ({ person }) => {
  const one = await person({ language: 'en' })
  const korean = new Screen(one.page, 'ko')
  await one.goto('/')
  await expectLanguage(one, 'en')
  await toKorean(one).click()
  await expect(korean.heading('worlds:home.heading')).toBeVisible()
  await expectLanguage(one, 'ko')
  expect(await one.stored('language')).toBe('kr')
  await one.page.reload()
  await expect(korean.heading('worlds:home.heading')).toBeVisible()
  const served = await (await one.context.request.get('/')).text()
  expect(served, 'the server sends the page in that language').toContain('<html lang="ko"')
  await expectLanguage(one, 'ko')
  await toEnglish(one).click()
  await expectLanguage(one, 'en')
  expect(await one.stored('language')).toBe('en')
})

test('the account carries the language to a device on which none was chosen', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const account = await makeAccount(kernel, 'lang')
  const one = await person({ language: 'en' })
  await one.logIn(account)
  await one.escape()
  const [saved] = await Promise.all([one.page.waitForResponse('**/api/user/language'), toKorean(one).click()])
  expect(saved.status()).toBe(200)
  const elsewhere = await person({ language: 'en', width: 768 })
  await elsewhere.logIn(account, null)
  const korean = new Screen(elsewhere.page, 'ko')
  await expect(korean.heading('shell:selectWorld.title')).toBeVisible()
  await expectLanguage(elsewhere, 'ko')
  await expect.poll(() => elsewhere.stored('language')).toBe('kr')
})

test('an error of a form is shown in the language that was just chosen', { tag: '@soak' }, async ({
  person,
}) => {
  const one = await person({ language: 'en', width: 390, touch: true })
  const korean = new Screen(one.page, 'ko')
  await one.goto('/')
  await one.button('shell:nav.openMenu').click()
  await one.shoot('40-menu-visitor')
  await one.dialog.getByRole('button', { name: '한국어' }).click()
  await expect(korean.heading('shell:nav.menu')).toBeVisible()
  await korean.inDialog('kit:close').click()
  await korean.openLogIn()
  await korean.submitLogIn(demo('haneul').email, 'Nope-nope1!')
  await korean.expectFieldError('password', 'shell:signIn.passwordUnmatch')
})
