// From a stranger to somebody at home in a world, in both languages and at every width.
import assert from 'node:assert/strict'
import { fresh, register } from '../lib/accounts.mjs'
import { at, dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'
import { PASSWORD } from '../lib/kernel.mjs'
import { say } from '../lib/texts.mjs'

const people = [
  { width: 390, language: 'ko', theme: 'dark', touch: true, world: 'hanok' },
  { width: 390, language: 'en', theme: 'light', touch: true, quick: true, world: 'reef' },
  { width: 768, language: 'en', theme: 'light', world: 'orbit' },
  { width: 768, language: 'ko', theme: 'dark', quick: true, world: 'arcade' },
  { width: 1440, language: 'ko', theme: 'light', world: 'agora' },
  { width: 1440, language: 'en', theme: 'dark', world: 'reef' },
]

async function fill(page, values) {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value)
}

const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Every message of the form's fields, one by one. */
async function tryBadEntries({ page, text, shoot }) {
  await press(page, text.sendCode)
  await fieldSays(page, 'email', text.emailRequired)
  await fieldSays(page, 'password', text.passwordRequired)
  await fieldSays(page, 'confirm', text.confirmRequired)
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
  await shoot('02-sign-up-empty')
  await fill(page, { email: 'not an email', password: 'Ab1!', confirm: 'other' })
  await press(page, text.sendCode)
  await fieldSays(page, 'email', text.emailFormat)
  await fieldSays(page, 'password', text.passwordShort)
  await fieldSays(page, 'confirm', text.mismatch)
  await shoot('03-sign-up-wrong')
  for (const weak of ['abcdefgh', 'Abcdefg1', 'ABCDEF1!', 'abcdef1!', 'Ab1!xyz']) {
    await fill(page, { password: weak, confirm: weak })
    await press(page, text.sendCode)
    await fieldSays(page, 'password', text.passwordPattern)
  }
  await fill(page, { email: 'haneul@witverse.localhost', password: PASSWORD, confirm: PASSWORD })
  await press(page, text.sendCode)
  await fieldSays(page, 'email', text.alreadyRegistered)
}

async function signUp(person, kernel, account, quick) {
  const { page, text, shoot } = person
  await page.goto('/')
  await shown(page.locator('.w-card[aria-current=true]'))
  assert.equal(await page.locator('html').getAttribute('lang'), person.language)
  await shoot('01-home')
  await page.locator('.w-hero').getByRole('button', { name: text.signUp, exact: true }).click()
  await shown(dialog(page))
  if (!quick) await tryBadEntries(person)
  await fill(page, { email: account.email, password: PASSWORD, confirm: PASSWORD })
  await shown(page.locator('.sh-captcha.is-solved'))
  await shoot('04-sign-up-filled')
  await press(page, text.sendCode)
  await shown(dialog(page).getByLabel(text.code))
  await shown(dialog(page).getByText(text.resendIn))
  const code = await kernel.codeFor(account.email)
  if (!quick) {
    await page.locator('[name=code]').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await press(page, text.verify)
    await fieldSays(page, 'code', text.notMatched)
  }
  await shoot('05-code')
  await page.locator('[name=code]').fill(code)
  await press(page, text.verify)
  await shown(dialog(page).locator('.sh-window, svg'))
  await eventually('the welcome', async () => (await page.locator('[name=code]').count()) === 0)
  await shoot('06-welcome')
}

async function logIn({ page, text, shoot }, account) {
  await press(page, text.logIn)
  await shown(page.locator('[name=password]'))
  assert.equal(await page.locator('[name=email]').inputValue(), account.email, 'the address is already there')
  await page.locator('[name=password]').fill('Wrong-password1!')
  await press(page, text.logIn)
  await fieldSays(page, 'password', text.passwordUnmatch)
  await shoot('07-log-in')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.waitForTimeout(1_100) // after a wrong password the platform wants a second
  await press(page, text.logIn)
}

async function chooseNickname({ page, text, shoot }, nickname, quick) {
  await shown(page.locator('[name=nickname]'))
  const tries = quick
    ? []
    : [
        ['xadminx', text.nicknameUnavailable],
        ['Haneul', text.nicknameUnavailable],
        ['pornstar', text.nicknameUnavailable],
        ['ab', text.nicknameUnavailable],
        ['haneul', text.nicknameDuplicate],
      ]
  if (!quick) {
    await press(page, text.useNickname)
    await fieldSays(page, 'nickname', text.nicknameRequired)
  }
  for (const [taken, message] of tries) {
    await page.locator('[name=nickname]').fill(taken)
    await press(page, text.useNickname)
    await fieldSays(page, 'nickname', message)
  }
  await shoot('08-nickname')
  await page.locator('[name=nickname]').fill(nickname)
  await shown(page.getByText(text.nicknameFree))
  await press(page, text.useNickname)
}

async function chooseWorld({ page, text, shoot }, world) {
  const option = page.locator('.w-option', { hasText: world })
  await shown(option)
  await shown(dialog(page).getByText(text.chooseWorld))
  await option.click()
  await shoot('09-select-world')
  await press(page, say(text.joinWorld, world))
  await toasted(page, say(text.joined, world))
  await at(page, `/${world}`)
  await shown(page.getByRole('heading', { name: world, level: 1 }))
  await shoot('10-world')
}

async function stayAndLeave(person, world) {
  const { page, text, shoot, width } = person
  await page.reload()
  const account = page.getByRole('button', { name: text.account })
  await shown(account)
  await page.goto('/')
  await at(page, `/${world}`)
  await toasted(page, say(text.backHome, world))
  await shoot('11-back-home')
  if (width < 768) {
    await page.getByRole('button', { name: text.openMenu }).click()
    await shown(dialog(page))
    await shoot('12-menu')
    await press(page, text.logOut)
  } else {
    await account.click()
    await shown(page.locator('#account'))
    await shoot('12-account')
    await page.locator('#account').getByRole('button', { name: text.logOut }).click()
  }
  await toasted(page, text.loggedOut)
  await shown(page.locator('.sh-header').getByRole('button', { name: text.logIn, exact: true }))
  assert.equal(await person.stored('token'), null)
  // The page behind is now what a visitor sees.
  await shown(page.getByRole('heading', { name: world, level: 1 }))
  await shown(page.getByRole('button', { name: text.joinThis }))
  await shoot('13-logged-out')
}

const journey = ({ world, quick, ...options }) => ({
  name: `sign-up ${options.width} ${options.language} ${options.theme}`,
  beside: true,
  async run({ kernel, person }) {
    const one = await person(options)
    const account = fresh('sign.up')
    await signUp(one, kernel, account, quick)
    await logIn(one, account)
    await chooseNickname(one, account.nickname.replace('.', '_'), quick)
    await chooseWorld(one, world)
    await stayAndLeave(one, world)
  },
})

const unactivated = {
  name: 'unactivated login',
  async run({ kernel, person }) {
    const account = await register(kernel, 'unact')
    const one = await person({ width: 390, touch: true })
    const { page, text } = one
    await page.goto('/')
    await page.locator('.sh-header').getByRole('button', { name: text.logIn, exact: true }).click()
    await fill(page, { email: 'nobody.here@example.com', password: PASSWORD })
    await press(page, text.logIn)
    await fieldSays(page, 'email', text.userNotExist)
    await fill(page, { email: account.email, password: account.password })
    await press(page, text.logIn)
    await toasted(page, text.unactivated)
    await shown(dialog(page).getByLabel(text.code))
    // A code was sent moments ago: it still holds, and the countdown goes on rather than starting anew.
    assert.match(await page.getByRole('timer').textContent(), /^4:5\d$/)
    await one.shoot('14-unactivated')
    await page.locator('[name=code]').fill(await kernel.codeFor(account.email))
    await press(page, text.verify)
    await gone(page.locator('[name=code]'))
    await press(page, text.logIn)
    await page.locator('[name=password]').fill(account.password)
    await press(page, text.logIn)
    await shown(page.locator('[name=nickname]'))
  },
}

export const journeys = [...people.map(journey), unactivated]
