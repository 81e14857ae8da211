// Keyboard operation, and the focus order.
import type { Page } from '@playwright/test'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { expect, test } from '../lib/test'

/** Presses Tab until an element of this name has the focus. */
async function tabTo(page: Page, name: string, most = 40) {
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press('Tab')
    // After the last element the focus leaves the document once.
    const label = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
    if (label?.trim() === name) return
  }
  throw new Error(`Tab does not reach "${name}"`)
}

test('logging in and out needs no mouse', async ({ person }) => {
  const one = await person()
  const { page } = one
  await one.goto('/')
  // Chosen on this device, because the account's own language is Korean.
  await page.evaluate(() => localStorage.setItem('witverse.language', 'en'))
  await page.reload()
  await expect(one.region('worlds:home.carousel')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(one.link('shell:skip')).toBeFocused()
  await one.shoot('70-skip')
  await tabTo(page, one.t('shell:signIn.open'))
  await one.shoot('71-focus')
  await page.keyboard.press('Enter')
  await expect(one.field('email')).toBeFocused()
  // Tab stays inside the dialog.
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab')
    await expect(one.dialog.locator(':focus')).toHaveCount(1)
  }
  await one.escape()
  await expect(one.logInButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(one.field('email')).toBeFocused()
  const { email, password } = demo('jules')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(one.field('password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await one.expectPath('/arcade')
  await expect(one.accountButton).toBeVisible()
  await tabTo(page, one.t('shell:account.open'))
  await page.keyboard.press('Enter')
  await expect(one.accountMenu).toBeVisible()
  await tabTo(page, one.t('shell:account.signOut'))
  await page.keyboard.press('Enter')
  await expect(one.logInButton).toBeVisible()
})

test('the focus returns to where a dialog was opened, also from a second dialog', async ({
  kernel,
  person,
}) => {
  const one = await person({ language: 'ko' })
  const { page } = one
  await one.goto('/')
  const opener = one.role('button', 'worlds:home.signUp', {}, one.main)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(one.heading('shell:signUp.title')).toBeVisible()
  await one.inDialog('shell:signIn.open').click()
  await expect(one.heading('shell:signIn.title')).toBeVisible()
  await one.escape()
  await expect(opener).toBeFocused()
  await one.logIn(await makeAccount(kernel, 'focus', { nickname: false }))
  await expect(one.field('nickname')).toBeVisible()
  await one.escape()
  const choose = one.role('button', 'worlds:home.choose', {}, one.main)
  await choose.focus()
  await page.keyboard.press('Enter')
  await expect(one.field('nickname')).toBeVisible()
  await one.inDialog('kit:close').click()
  await expect(choose).toBeFocused()
})
