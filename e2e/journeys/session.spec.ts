// The session: tokens that expired, several tabs, and the toast at its end.
import type { Page } from '@playwright/test'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { type Person, type PersonOptions, STORED } from '../lib/person'
import { recordCalls, type Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

const REFRESH = '/api/user/refresh'
/** Opens a page of the same origin that makes no calls, so that only the next page reads what is stored meanwhile. */
const leave = (one: Screen) => one.goto('/push-worker.js')
const storeToken = (page: Page, token: string) =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [STORED.token, token] as const)

/** The token with an invalid signature: the kernel refuses it in the same way as an expired one. */
const withBadSignature = (token: string | null) => `${token?.slice(0, -8)}AAAAAAAA`

async function loggedIn(
  person: (options?: PersonOptions) => Promise<Person>,
  name: string,
  world: string,
): Promise<Person> {
  const one = await person()
  await one.logIn(demo(name))
  await one.expectPath(`/${world}`)
  await expect(one.accountButton).toBeVisible()
  return one
}

for (const token of ['unreadable', 'expired']) {
  test(`calls refused for an ${token} token are repeated after one refresh`, { tag: '@soak' }, async ({
    person,
  }) => {
    const one = await loggedIn(person, 'theo', 'orbit')
    const refused = token === 'expired' ? withBadSignature(await one.stored('token')) : 'garbage'
    await leave(one)
    await storeToken(one.page, refused)
    const refreshes = recordCalls(one.context, 'POST', REFRESH)
    const account = recordCalls(one.context, 'POST', '/api/user/auth')
    const refusals: string[] = []
    one.page.on('response', (response) => {
      if (response.status() === 401) refusals.push(response.url())
    })
    await one.goto('/orbit')
    await expect(one.accountButton).toBeVisible()
    await expect(one.page.getByRole('heading', { name: 'orbit', level: 1 })).toBeVisible()
    await expect.poll(() => one.stored('token')).not.toBe(refused)
    expect(refreshes).toHaveLength(1)
    expect(refusals.length, 'several calls at once are refused').toBeGreaterThanOrEqual(2)
    expect(account.length, 'the refused call is made again').toBeGreaterThanOrEqual(2)
  })
}

test('two tabs with the same expired token refresh it once', async ({ person }) => {
  const one = await loggedIn(person, 'theo', 'orbit')
  const second = await one.newTab()
  await second.goto('/orbit')
  await expect(second.accountButton).toBeVisible()
  await Promise.all([leave(one), leave(second)])
  await storeToken(one.page, withBadSignature(await one.stored('token')))
  const refreshes = recordCalls(one.context, 'POST', REFRESH)
  await Promise.all([one.goto('/orbit'), second.goto('/orbit')])
  await Promise.all([one, second].map((tab) => expect(tab.accountButton).toBeVisible()))
  expect(refreshes).toHaveLength(1)
})

/** Runs in a page: hides what another tab stores under `key` until `showStorage()` is called. */
function hideStorage([key, old]: readonly [string, string]) {
  let visible = false
  const read = Storage.prototype.getItem
  Storage.prototype.getItem = function getItem(name) {
    return name === key && !visible ? old : read.call(this, name)
  }
  addEventListener('storage', (event) => !visible && event.stopImmediatePropagation())
  Object.assign(window, {
    showStorage: () => {
      visible = true
      dispatchEvent(new StorageEvent('storage', { key }))
    },
  })
}

test('a tab that learns of the new token late does not refresh it again', { tag: '@soak' }, async ({
  person,
}) => {
  const one = await loggedIn(person, 'theo', 'orbit')
  const old = withBadSignature(await one.stored('token'))
  await leave(one)
  await storeToken(one.page, old)
  const refreshes = recordCalls(one.context, 'POST', REFRESH)
  const refreshed = one.context.waitForEvent('response', (response) => response.url().endsWith(REFRESH))
  const second = await one.newTab()
  await second.page.addInitScript(hideStorage, [STORED.token, old] as const)
  // Its calls are refused after the first tab has the new token, and before it is notified.
  let refused = 0
  let delivered = 0
  await second.page.route('**/api/**', async (route) => {
    if (route.request().url().endsWith('/api/live')) {
      await refreshed
      return route.continue()
    }
    const answer = await route.fetch()
    const isRefusal = answer.status() === 401
    if (isRefusal) {
      refused += 1
      await refreshed
    }
    await route.fulfill({ response: answer })
    if (isRefusal) delivered += 1
  })
  const opened = second.goto('/orbit')
  await expect.poll(() => refused).toBeGreaterThan(0)
  const other = one.goto('/orbit')
  await refreshed
  await expect.poll(() => delivered).toBeGreaterThan(0)
  await second.page.evaluate(() => (window as unknown as { showStorage(): void }).showStorage())
  await Promise.all([opened, other])
  await Promise.all([one, second].map((tab) => expect(tab.accountButton).toBeVisible()))
  expect(refreshes).toHaveLength(1)
  await second.page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('after its session ended, a tab continues as a visitor', { tag: '@soak' }, async ({ person }) => {
  const one = await loggedIn(person, 'sora', 'reef')
  await leave(one)
  await one.context.clearCookies()
  await storeToken(one.page, 'garbage')
  const refreshes = recordCalls(one.context, 'POST', REFRESH)
  await one.goto('/reef')
  await expect(one.logInButton).toBeVisible()
  expect(await one.stored('token')).toBeNull()
  expect(refreshes).toHaveLength(1)
  await expect(one.page.getByRole('heading', { name: 'reef', level: 1 })).toBeVisible()
  await expect(one.button('worlds:world.join')).toBeVisible()
})

test('logging out and in reaches the other tab', async ({ person }) => {
  const one = await loggedIn(person, 'minji', 'hanok')
  const second = await one.newTab()
  await second.goto('/hanok')
  await expect(second.accountButton).toBeVisible()
  await one.logOut()
  await expect(second.logInButton).toBeVisible()
  await second.openLogIn()
  const { email, password } = demo('minji')
  await second.submitLogIn(email, password)
  await Promise.all([second, one].map((tab) => expect(tab.accountButton).toBeVisible()))
})

test('a toast stays for three seconds', { tag: '@soak' }, async ({ kernel, person }) => {
  const one = await person()
  const { page } = one
  await page.clock.install()
  await one.logIn(await makeAccount(kernel, 'toast', { nickname: false }))
  await one.escape()
  // The clock stops before the toast appears, so that a slow machine does not use up its time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  await one.logOut()
  const toast = one.status(one.t('shell:account.signedOut'))
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(2_500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(toast).toBeHidden()
})
