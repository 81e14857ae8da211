// From a visitor to a member of a world, in both languages and at every width.
import { fresh, register } from '../lib/accounts.mjs'
import { PASSWORD } from '../lib/kernel.mjs'
import { variants } from '../lib/looks'
import type { Person } from '../lib/person'
import { expect, test } from '../lib/test'
import type { TextKey } from '../lib/texts'

/** A code that differs from the right one in its last digit. */
const wrong = (code: string) => code.slice(0, 5) + ((Number(code[5]) + 1) % 10)

/** Every message of the form's fields. */
async function tryInvalidEntries(one: Person) {
  const submit = one.inDialog('shell:signUp.submit')
  await submit.click()
  await one.expectFieldError('email', 'shell:rules.emailRequired')
  await one.expectFieldError('password', 'shell:rules.passwordRequired')
  await one.expectFieldError('confirm', 'shell:rules.confirmRequired')
  await expect(one.field('email')).toBeFocused()
  await one.shoot('02-sign-up-empty')
  await one.fill({ email: 'not an email', password: 'Ab1!', confirm: 'other' })
  await submit.click()
  await one.expectFieldError('email', 'shell:rules.emailFormat')
  await one.expectFieldError('password', 'shell:rules.passwordShort')
  await one.expectFieldError('confirm', 'shell:rules.confirmMismatch')
  await one.shoot('03-sign-up-wrong')
  for (const weak of ['abcdefgh', 'Abcdefg1', 'ABCDEF1!', 'abcdef1!', 'Ab1!xyz']) {
    await one.fill({ password: weak, confirm: weak })
    await submit.click()
    await one.expectFieldError('password', 'shell:rules.passwordPattern')
  }
  await one.fill({ email: 'haneul@witverse.localhost', password: PASSWORD, confirm: PASSWORD })
  await submit.click()
  await one.expectFieldError('email', 'shell:signUp.alreadyExists')
}

async function openSignUp(one: Person) {
  await one.goto('/')
  await expect(one.region('worlds:home.carousel')).toBeVisible()
  await expect(one.page.locator('html')).toHaveAttribute('lang', one.language)
  await one.shoot('01-home')
  await one.role('button', 'worlds:home.signUp', {}, one.main).click()
  await expect(one.heading('shell:signUp.title')).toBeVisible()
}

async function enterCode(one: Person, code: string) {
  await expect(one.field('code')).toBeVisible()
  await expect(one.dialog.getByText(one.t('shell:verify.resendIn'))).toBeVisible()
  await one.fill({ code: wrong(code) })
  await one.inDialog('shell:verify.submit').click()
  await one.expectFieldError('code', 'shell:verify.notMatched')
  await one.shoot('05-code')
  await one.fill({ code })
  await one.inDialog('shell:verify.submit').click()
  await expect(one.heading('shell:welcome.title')).toBeVisible()
  await one.shoot('06-welcome')
}

async function logIn(one: Person, email: string) {
  await one.inDialog('shell:welcome.signIn').click()
  await expect(one.field('password')).toBeVisible()
  await expect(one.field('email')).toHaveValue(email)
  await one.fill({ password: 'Wrong-password1!' })
  await one.inDialog('shell:signIn.submit').click()
  await one.expectFieldError('password', 'shell:signIn.passwordUnmatch')
  await one.shoot('07-log-in')
  await one.fill({ password: PASSWORD })
  await one.pressUntil(one.inDialog('shell:signIn.submit'), (timeout) =>
    expect(one.field('nickname')).toBeVisible({ timeout }),
  )
}

const REFUSED_NICKNAMES: [string, TextKey][] = [
  ['', 'shell:rules.nicknameRequired'],
  ['xadminx', 'shell:rules.nicknameUnavailable'],
  ['Haneul', 'shell:rules.nicknameUnavailable'],
  ['pornstar', 'shell:rules.nicknameUnavailable'],
  ['ab', 'shell:rules.nicknameUnavailable'],
  ['haneul', 'shell:nickname.duplicate'],
]

async function chooseNickname(one: Person, nickname: string) {
  await expect(one.field('nickname')).toBeVisible()
  for (const [refused, message] of REFUSED_NICKNAMES) {
    await one.fill({ nickname: refused })
    await one.inDialog('shell:nickname.submit').click()
    await one.expectFieldError('nickname', message)
  }
  await one.shoot('08-nickname')
  await one.fill({ nickname })
  await expect(one.text('shell:nickname.free')).toBeVisible()
  await one.inDialog('shell:nickname.submit').click()
}

/** A new member comes to the avatar, which can wait. */
async function leaveAvatarForLater(one: Person) {
  await one.expectPath('/custom')
  await expect(one.heading('avatars:title')).toBeVisible()
  await expect(one.dialog).toBeHidden()
  await one.shoot('08-avatar')
  await one.link('avatars:later').click()
}

async function chooseWorld(one: Person, world: string) {
  await expect(one.heading('shell:selectWorld.title')).toBeVisible()
  await one.dialog.getByRole('radio', { name: world }).check({ force: true })
  await one.shoot('09-select-world')
  await one.inDialog('worlds:select.join', { world }).click()
  await one.expectToast('worlds:world.joined', { world })
  await one.expectPath(`/${world}`)
  await expect(one.page.getByRole('heading', { name: world, level: 1 })).toBeVisible()
  await one.shoot('10-world')
}

async function comeBackAndLogOut(one: Person, world: string) {
  await one.page.reload()
  await expect(one.accountButton).toBeVisible()
  await one.goto('/')
  await one.expectPath(`/${world}`)
  await one.expectToast('shell:session.toYourWorld', { world })
  await one.shoot('11-back-home')
  if (one.width < 768) {
    await one.button('shell:nav.openMenu').click()
    await expect(one.dialog).toBeVisible()
    await one.shoot('12-menu')
    await one.inDialog('shell:account.signOut').click()
  } else {
    await one.accountButton.click()
    await expect(one.accountMenu).toBeVisible()
    await one.shoot('12-account')
    await one.role('button', 'shell:account.signOut', {}, one.accountMenu).click()
  }
  await one.expectToast('shell:account.signedOut')
  await expect(one.logInButton).toBeVisible()
  expect(await one.stored('token')).toBeNull()
  // The page behind the dialog is the one for visitors.
  await expect(one.page.getByRole('heading', { name: world, level: 1 })).toBeVisible()
  await expect(one.button('worlds:world.join')).toBeVisible()
  await one.shoot('13-logged-out')
}

for (const [at, { name, options, tag }] of variants.entries()) {
  // Every change is tested in the first variant.
  const tags = at === 0 ? [] : [tag]
  test(`a visitor signs up, chooses a nickname and joins a world (${name})`, { tag: tags }, async ({
    kernel,
    person,
  }) => {
    const one = await person(options)
    const account = fresh('sign.up')
    await openSignUp(one)
    await tryInvalidEntries(one)
    await one.fill({ email: account.email, password: PASSWORD, confirm: PASSWORD })
    await expect(one.status(one.t('shell:captcha.solved'))).toBeVisible()
    await one.shoot('04-sign-up-filled')
    await one.inDialog('shell:signUp.submit').click()
    await enterCode(one, await kernel.codeFor(account.email))
    await logIn(one, account.email)
    await chooseNickname(one, account.nickname.replace('.', '_'))
    await leaveAvatarForLater(one)
    await chooseWorld(one, 'hanok')
    await comeBackAndLogOut(one, 'hanok')
  })
}

test('a person who never entered the code is asked for it at log-in', async ({ kernel, person }) => {
  const account = await register(kernel, 'unact')
  const one = await person({ width: 390, touch: true })
  await one.goto('/')
  await one.openLogIn()
  await one.submitLogIn('nobody.here@example.com', PASSWORD)
  await one.expectFieldError('email', 'shell:signIn.userNotExist')
  await one.submitLogIn(account.email, account.password)
  await one.expectToast('shell:signIn.unactivated')
  await expect(one.field('code')).toBeVisible()
  // The code that was sent at sign-up is still valid, so its countdown continues.
  await expect(one.page.getByRole('timer')).toHaveText(/^4:[45]\d$/)
  await one.shoot('14-unactivated')
  await one.fill({ code: await kernel.codeFor(account.email) })
  await one.inDialog('shell:verify.submit').click()
  await one.inDialog('shell:welcome.signIn').click()
  await one.fill({ password: account.password })
  await one.inDialog('shell:signIn.submit').click()
  await expect(one.field('nickname')).toBeVisible()
})
