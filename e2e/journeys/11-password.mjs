// Passwords: forgotten, by code and by link; changed while signed in.
import assert from 'node:assert/strict'
import { logIn, makeAccount } from '../lib/accounts.mjs'
import { at, dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'
import { PASSWORD } from '../lib/kernel.mjs'

const NEXT = 'Quiet-Owl#lamp9'
const account = (page) => page.getByRole('button', { name: /^(Your account|내 계정)$/ })
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()
const step = (page, number) => shown(page.locator(`.sh-steps[data-step="${number}"]`))

const words = {
  en: {
    forgot: 'Forgot password?',
    send: 'Send the code',
    go: 'Continue',
    change: 'Change password',
    done: 'Your password has been changed.',
    invalid: 'Verification code is invalid',
    again: 'Send another mail',
  },
  ko: {
    forgot: '비밀번호를 잊으셨나요?',
    send: '인증번호 보내기',
    go: '계속하기',
    change: '비밀번호 바꾸기',
    done: '비밀번호를 바꿨습니다.',
    invalid: '올바르지 않은 인증번호입니다',
    again: '메일 다시 받기',
  },
}

async function askForMail(one, email) {
  const { page, text } = one
  const say = words[one.language]
  await page.locator('.sh-header').getByRole('button', { name: text.logIn, exact: true }).click()
  await page.locator('[name=email]').fill(email)
  await press(page, say.forgot)
  await step(page, 1)
  assert.equal(await page.locator('[name=email]').inputValue(), email, 'the address comes along')
  await shown(page.locator('.sh-captcha.is-solved'))
  await one.shoot('80-forgot-1')
  await press(page, say.send)
  await step(page, 2)
  assert.match(await page.getByRole('timer').textContent(), /^(5:00|4:5\d)$/)
}

const wrong = (code) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const forgot = (options) => ({
  name: `forgot password ${options.width} ${options.language}`,
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'forgot', { world: 'reef' })
    const one = await person(options)
    const { page, text } = one
    const say = words[one.language]
    await page.goto('/terms')
    await page.locator('.sh-header').getByRole('button', { name: text.logIn, exact: true }).click()
    await press(page, say.forgot)
    await press(page, say.send)
    await fieldSays(page, 'email', text.emailRequired)
    await page.locator('[name=email]').fill('nobody.here@example.com')
    await shown(page.locator('.sh-captcha.is-solved'))
    await press(page, say.send)
    await fieldSays(page, 'email', text.userNotExist)
    await page.keyboard.press('Escape')
    await gone(dialog(page))

    await askForMail(one, made.email)
    const code = await kernel.codeFor(made.email, 2)
    await page.locator('[name=code]').fill(wrong(code))
    await press(page, say.go)
    await fieldSays(page, 'code', say.invalid)
    await one.shoot('81-forgot-2')
    await page.locator('[name=code]').fill(code)
    await press(page, say.go)
    await step(page, 3)
    await page.locator('[name=new_password]').fill('short')
    await page.locator('[name=confirm]').fill('other')
    await press(page, say.change)
    await fieldSays(page, 'new_password', text.passwordShort)
    await fieldSays(page, 'confirm', text.mismatch)
    await one.shoot('82-forgot-3')
    await page.locator('[name=new_password]').fill(NEXT)
    await page.locator('[name=confirm]').fill(NEXT)
    await press(page, say.change)
    await toasted(page, say.done)
    await shown(page.locator('[name=password]'))
    await one.shoot('83-forgot-done')
    assert.equal(await page.locator('[name=email]').inputValue(), made.email)
    await page.locator('[name=password]').fill(NEXT)
    await press(page, text.logIn)
    await shown(account(page))
    await logIn(kernel, { email: made.email, password: NEXT })
  },
})

const byLink = {
  name: 'forgot password by link',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'link', { world: 'reef' })
    const one = await person({ width: 390, touch: true, theme: 'dark' })
    const { page } = one
    await page.goto('/terms')
    await askForMail(one, made.email)
    await kernel.codeFor(made.email, 2)
    const [mail] = await kernel.mailsTo(made.email)
    const link = new URL(mail.text.match(/https?:\/\/\S+/)[0])
    assert.equal(link.search, '', 'what is secret stands in the fragment, which no server is sent')
    assert.equal(new URLSearchParams(link.hash.slice(1)).get('resetEmail'), made.email)
    const second = await one.context.newPage()
    await second.goto(link.pathname + link.hash)
    await step(second, 3)
    await shown(second.locator('[name=new_password]'))
    await at(second, '/') // nothing of it stays in the address
    await second.locator('[name=new_password]').fill(NEXT)
    await second.locator('[name=confirm]').fill(NEXT)
    await press(second, 'Change password')
    await toasted(second, 'Your password has been changed.')
    // The same link a second time.
    await second.goto(link.pathname + link.hash)
    await shown(dialog(second).getByText(/Already Confirmed|Verification code is invalid/))
    await press(second, 'Send another mail')
    await step(second, 1)
  },
}

const change = {
  name: 'password change',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'change', { world: 'reef' })
    const elsewhere = await logIn(kernel, made)
    const one = await person()
    const { page, text } = one
    await one.logIn(made)
    await shown(account(page))
    await page.goto('/profile/security')
    const token = await one.stored('token')
    await page.locator('[name=current_password]').fill('Wrong-password1!')
    await page.locator('[name=new_password]').fill(NEXT)
    await page.locator('[name=confirm]').fill(NEXT)
    await page.getByRole('button', { name: 'Change password' }).click()
    await fieldSays(page, 'current_password', text.passwordUnmatch)
    await page.locator('[name=current_password]').fill(PASSWORD)
    await page.waitForTimeout(1_100) // after a wrong password the platform wants a second
    await page.getByRole('button', { name: 'Change password' }).click()
    await toasted(page, 'Your password has been changed.')
    await eventually('this session goes on with another token', async () => {
      const now = await one.stored('token')
      return now !== null && now !== token
    })
    await page.reload()
    await shown(account(page))
    const refused = await kernel.call('POST', '/api/user/auth', undefined, elsewhere)
    assert.equal(refused.status, 401, 'every other session has ended')
  },
}

/** Guesses wrongly until the platform has had enough, waiting as long as it says. */
async function guess(kernel, email, times) {
  for (let tries = 0; tries < times; ) {
    const { status } = await kernel.call('POST', '/api/user/login', { email, password: 'Wrong-guess1!' })
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 500))
    else tries += 1
  }
}

const captcha = {
  name: 'captcha at login',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'guess', { world: 'reef' })
    await guess(kernel, made.email, 5)
    const one = await person({ width: 390, touch: true })
    const { page } = one
    await page.goto('/terms')
    await page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('[name=email]').fill(made.email)
    await page.locator('[name=password]').fill(made.password)
    assert.equal(await page.locator('.sh-captcha').count(), 0, 'nothing to solve before it is asked for')
    await press(page, 'Log in')
    // Still within the pause: the button counts down.
    const waiting = dialog(page).getByRole('button', { name: /^Try again in \d+ s$/ })
    await shown(waiting)
    await one.shoot('79-login-delayed')
    await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click({ timeout: 15_000 })
    await shown(account(page)) // solved and sent again, by itself
  },
}

export const journeys = [
  captcha,
  forgot({ width: 390, language: 'ko', theme: 'dark', touch: true }),
  forgot({ width: 1440, language: 'en', theme: 'light' }),
  byLink,
  change,
]
