// Passwords: reset by code and by link; changed by a member; guessed.
import { type Account, logIn, makeMember } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import { PASSWORD } from '../lib/kernel.mjs'
import type { Person } from '../lib/person'
import type { Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

const NEXT = 'Quiet-Owl#lamp9'
const WRONG = 'Wrong-password1!'

const expectStep = (one: Screen, step: number) =>
  expect(one.dialog.getByText(one.t('shell-entry:reset.step', { step }))).toBeAttached()

async function solveCaptcha(one: Screen) {
  await expect(one.status(one.t('shell:captcha.solved'))).toBeVisible()
}

async function requestMail(one: Person, email: string) {
  await one.openLogIn()
  await one.fill({ email })
  await one.inDialog('shell-entry:signIn.forgot').click()
  await expectStep(one, 1)
  await expect(one.field('email')).toHaveValue(email)
  await solveCaptcha(one)
  await one.shoot('80-forgot-1')
  await one.inDialog('shell-entry:reset.send').click()
  await expectStep(one, 2)
  await expect(one.page.getByRole('timer')).toHaveText(/^(5:00|4:[45]\d)$/)
}

const wrongCode = (code: string) => code.slice(0, 5) + ((Number(code[5]) + 1) % 10)

for (const options of [
  { width: 390, language: 'ko', theme: 'dark', touch: true },
  { width: 1440, language: 'en', theme: 'light' },
] as const) {
  const variant = `${options.width} ${options.language}`
  test(`a forgotten password is replaced with a mailed code (${variant})`, async ({ kernel, person }) => {
    const account = await makeMember(kernel, 'forgot', options.language)
    const one = await person(options)
    await one.goto('/terms')
    await one.openLogIn()
    await one.inDialog('shell-entry:signIn.forgot').click()
    await one.inDialog('shell-entry:reset.send').click()
    await one.expectFieldError('email', 'shell:rules.emailRequired')
    await one.fill({ email: 'nobody.here@example.com' })
    await solveCaptcha(one)
    await one.inDialog('shell-entry:reset.send').click()
    await one.expectFieldError('email', 'shell:signIn.userNotExist')
    // Escape does not close a dialog with unsaved input.
    await one.inDialog('kit:close').click()
    await expect(one.dialog).toBeHidden()

    await requestMail(one, account.email)
    const code = await kernel.codeFor(account.email, 2)
    await one.fill({ code: wrongCode(code) })
    await one.inDialog('shell-entry:reset.check').click()
    await one.expectFieldError('code', 'shell-entry:reset.invalid')
    await one.shoot('81-forgot-2')
    await one.fill({ code })
    await one.inDialog('shell-entry:reset.check').click()
    await expectStep(one, 3)
    await one.fill({ new_password: 'short', confirm: 'other' })
    await one.inDialog('shell-entry:reset.submit').click()
    await one.expectFieldError('new_password', 'shell:rules.passwordShort')
    await one.expectFieldError('confirm', 'shell:rules.confirmMismatch')
    await one.shoot('82-forgot-3')
    await one.fill({ new_password: NEXT, confirm: NEXT })
    await one.inDialog('shell-entry:reset.submit').click()
    await one.expectToast('shell-entry:reset.done')
    await one.shoot('83-forgot-done')
    await expect(one.field('email')).toHaveValue(account.email)
    await one.fill({ password: NEXT })
    await one.inDialog('shell:signIn.submit').click()
    await expect(one.accountButton).toBeVisible()
    await logIn(kernel, { ...account, password: NEXT })
  })
}

test('a mailed link replaces a password once, and keeps its secret from servers', async ({
  kernel,
  person,
}) => {
  const account = await makeMember(kernel, 'link')
  const one = await person({ width: 390, touch: true, theme: 'dark' })
  await one.goto('/terms')
  await requestMail(one, account.email)
  await kernel.codeFor(account.email, 2)
  const [mail] = await kernel.mailsTo(account.email)
  const link = new URL(mail?.text.match(/https?:\/\/\S+/)?.[0] ?? '')
  expect(link.search, 'the secret is in the fragment, which browsers do not send').toBe('')
  expect(new URLSearchParams(link.hash.slice(1)).get('resetEmail')).toBe(account.email)
  const second = await one.newTab()
  await second.goto(link.pathname + link.hash)
  await expectStep(second, 3)
  await expect(second.field('new_password')).toBeVisible()
  await expect(second.page).toHaveURL(/\/$/)
  await second.fill({ new_password: NEXT, confirm: NEXT })
  await second.inDialog('shell-entry:reset.submit').click()
  await second.expectToast('shell-entry:reset.done')
  await second.goto(link.pathname + link.hash)
  const refusals = [second.t('shell-entry:reset.alreadyConfirmed'), second.t('shell-entry:reset.invalid')]
  await expect(second.dialog.getByText(new RegExp(refusals.join('|')))).toBeVisible()
  await second.inDialog('shell-entry:reset.again').click()
  await expectStep(second, 1)
})

test('changing the password ends every other session', async ({ kernel, person }) => {
  const account = await makeMember(kernel, 'change')
  const elsewhere = await logIn(kernel, account)
  const one = await person()
  await one.logIn(account)
  await expect(one.accountButton).toBeVisible()
  await one.goto('/profile/security')
  const token = await one.stored('token')
  const submit = one.button('shell-profile:password.submit')
  await one.fill({ current_password: WRONG, new_password: NEXT, confirm: NEXT })
  await submit.click()
  await one.expectFieldError('current_password', 'shell:signIn.passwordUnmatch')
  await one.fill({ current_password: PASSWORD })
  const changed = one.status(one.t('shell-profile:password.done'))
  await one.pressUntil(submit, (timeout) => expect(changed).toBeVisible({ timeout }))
  await expect.poll(() => one.stored('token')).not.toBe(token)
  expect(await one.stored('token')).not.toBeNull()
  await one.page.reload()
  await expect(one.accountButton).toBeVisible()
  expect((await kernel.call('POST', '/api/user/auth', undefined, elsewhere)).status).toBe(401)
})

/** Guesses wrongly; the platform refuses to look at a guess during the pause after the one before. */
async function guess(kernel: Kernel, { email }: Account, times: number) {
  const status = async () =>
    (await kernel.call('POST', '/api/user/login', { email, password: 'Wrong-guess1!' })).status
  for (let tries = 0; tries < times; tries += 1) {
    await expect.poll(status, { timeout: 30_000, intervals: [250] }).not.toBe(429)
  }
}

test('after five wrong guesses log-in counts a pause down and solves a captcha', async ({
  kernel,
  person,
}) => {
  const account = await makeMember(kernel, 'guess')
  await guess(kernel, account, 5)
  const one = await person({ width: 390, touch: true })
  await one.goto('/terms')
  await one.openLogIn()
  await expect(one.status(one.t('shell:captcha.working'))).toHaveCount(0)
  await one.submitLogIn(account.email, account.password)
  const paused = one.dialog.getByRole('button', { name: one.like('shell-entry:wait') })
  await expect(paused).toBeVisible()
  await one.shoot('79-login-delayed')
  await one.inDialog('shell:signIn.submit').click({ timeout: 40_000 })
  await expect(one.accountButton).toBeVisible() // the captcha is solved and sent without a second press
})
