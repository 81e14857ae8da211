// Nothing for axe to find, on any screen, in either theme; and everything by keyboard.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { demo, fresh, makeAccount } from '../lib/accounts.mjs'
import { at, dialog, eventually, gone, settled, shown } from '../lib/check.mjs'
import { PASSWORD } from '../lib/kernel.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds nothing on what is shown now. */
async function clean({ page, theme }, screen) {
  await settled(page) // what is still fading in counts as invisible
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    )
  })
  assert.deepEqual(found, [], `${screen}, ${theme}`)
}

const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()

const screens = (options) => ({
  name: `accessibility ${options.theme} ${options.width}`,
  async run({ kernel, person }) {
    const one = await person({ ...options, script: axe })
    const { page, text } = one
    await page.goto('/')
    await shown(page.locator('.w-card[aria-current=true]'))
    await clean(one, 'home')
    const account = fresh('axe')
    await page.locator('.w-hero').getByRole('button', { name: text.signUp, exact: true }).click()
    await press(page, text.sendCode)
    await shown(page.locator('.sh-captcha.is-solved'))
    await clean(one, 'sign-up with errors')
    for (const [name, value] of [
      ['email', account.email],
      ['password', PASSWORD],
      ['confirm', PASSWORD],
    ]) {
      await page.locator(`[name=${name}]`).fill(value)
    }
    await press(page, text.sendCode)
    await shown(page.locator('[name=code]'))
    await clean(one, 'code')
    await page.locator('[name=code]').fill(await kernel.codeFor(account.email))
    await press(page, text.verify)
    await gone(page.locator('[name=code]'))
    await shown(dialog(page).getByRole('button', { name: text.logIn, exact: true }))
    await clean(one, 'welcome')
    await press(page, text.logIn)
    await shown(page.locator('[name=password]'))
    await clean(one, 'sign-in')
    await page.locator('[name=password]').fill(PASSWORD)
    await press(page, text.logIn)
    await shown(page.locator('[name=nickname]'))
    await clean(one, 'nickname')
    await page.locator('[name=nickname]').fill(account.nickname)
    await press(page, text.useNickname)
    await shown(page.locator('.w-option'))
    await page.locator('.w-option').first().click()
    await clean(one, 'select-world')
    await page.goto('/world/crafting')
    await shown(page.locator('[name=worldName]'))
    await gone(dialog(page))
    await clean(one, 'create')
    await page.goto('/hanok')
    await shown(page.locator('.w-head-name'))
    await eventually('the modal', async () => (await dialog(page).count()) > 0)
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    await clean(one, 'world')
    await page.goto('/no/such/place')
    await shown(page.getByText(text.pageNotFound, { exact: true }))
    await eventually('the modal', async () => (await dialog(page).count()) > 0)
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    await clean(one, '404')
  },
})

const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return (
      element?.getAttribute('name') ??
      element?.getAttribute('aria-label') ??
      element?.textContent?.trim() ??
      ''
    )
  })

/** Tabs on until the focus is where it should be. */
async function tabTo(page, wanted, most = 25) {
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)) === wanted) return
  }
  assert.fail(`no way to "${wanted}" by keyboard; the focus is at "${await focused(page)}"`)
}

const keyboard = {
  name: 'keyboard only',
  async run({ person }) {
    // Chosen, because the demo accounts speak Korean.
    const one = await person({ width: 1440 })
    const { page } = one
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('witverse.language', 'en'))
    await page.reload()
    await shown(page.locator('.w-card[aria-current=true]'))
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await one.shoot('70-skip')
    await tabTo(page, 'Log in')
    await one.shoot('71-focus')
    await page.keyboard.press('Enter')
    await eventually('focus begins in the form', async () => (await focused(page)) === 'email')
    // Round and round inside the modal, never behind it.
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press('Tab')
      assert.ok(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
    }
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    await eventually('focus is back', async () => (await focused(page)) === 'Log in')
    await page.keyboard.press('Enter')
    await eventually('focus begins in the form', async () => (await focused(page)) === 'email')
    await page.keyboard.type(demo('jules').email)
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await at(page, '/arcade')
    await shown(page.getByRole('button', { name: 'Your account' }))
    await tabTo(page, 'Your account', 40)
    await page.keyboard.press('Enter')
    await shown(page.locator('#account'))
    await tabTo(page, 'Log out')
    await page.keyboard.press('Enter')
    await shown(page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true }))
  },
}

const refocus = {
  name: 'focus returns',
  async run({ kernel, person }) {
    const one = await person({ width: 1440, language: 'ko' })
    const { page, text } = one
    await page.goto('/')
    const opener = page.locator('.w-hero').getByRole('button', { name: text.signUp, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await shown(dialog(page))
    // From one modal on to the next and out: back to where it all began.
    await dialog(page).getByRole('button', { name: text.logIn, exact: true }).click()
    await eventually('the other modal', async () => (await page.locator('[name=confirm]').count()) === 0)
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    await eventually('focus is back', () => opener.evaluate((element) => element === document.activeElement))
    await one.logIn(await makeAccount(kernel, 'focus', { nickname: false }))
    await shown(page.locator('[name=nickname]'))
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    const choose = page.locator('.w-hero').getByRole('button')
    await choose.focus()
    await page.keyboard.press('Enter')
    await shown(page.locator('[name=nickname]'))
    await dialog(page).getByRole('button', { name: text.close }).click()
    await eventually('focus is back', () => choose.evaluate((element) => element === document.activeElement))
  },
}

export const journeys = [
  screens({ width: 1440, theme: 'light' }),
  screens({ width: 390, theme: 'dark', language: 'ko' }),
  keyboard,
  refocus,
]
