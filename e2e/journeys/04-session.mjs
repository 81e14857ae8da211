// The session: tokens that ran out, several tabs, the toast.
import assert from 'node:assert/strict'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { STORED } from '../lib/browser.mjs'
import { at, countCalls, eventually, gone, shown } from '../lib/check.mjs'

const REFRESH = '/api/user/refresh'
const account = (page) => page.getByRole('button', { name: 'Your account' })
const logInButton = (page) => page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true })
/** A page of the same site with nothing on it that calls: what is stored meanwhile is met by the next page only. */
const leave = (page) => page.goto('/push-worker.js')
const store = (page, token) =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [STORED.token, token])

/** A token whose ten minutes are over, as far as anyone can tell without the key. */
const stale = (token) => `${token.slice(0, -8)}AAAAAAAA`

/** Somebody of the demo at home in their world. */
async function signedIn(person, name, world) {
  const one = await person()
  await one.logIn(demo(name))
  await at(one.page, `/${world}`)
  await shown(account(one.page))
  return one
}

const refresh = {
  name: 'session refresh',
  async run({ person }) {
    const one = await signedIn(person, 'theo', 'orbit')
    const { page, context } = one
    for (const bad of ['garbage', stale(await one.stored('token'))]) {
      await leave(page)
      await store(page, bad)
      const refreshes = countCalls(context, 'POST', REFRESH)
      const asked = countCalls(context, 'POST', '/api/user/auth')
      const refused = []
      page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
      await page.goto('/orbit')
      await shown(account(page))
      await shown(page.getByRole('heading', { name: 'orbit', level: 1 }))
      await eventually('a fresh token', async () => (await one.stored('token')) !== bad)
      assert.equal(refreshes.length, 1, 'one refresh')
      assert.ok(refused.length >= 2, `several calls at once met the old token: ${refused}`)
      // Development renders twice: what counts is that each refused call came back once more.
      assert.ok(asked.length >= 2, 'the call was made again')
      context.removeAllListeners('request')
      page.removeAllListeners('response')
    }

    // Two tabs that wake up with the same old token: still one refresh.
    const second = await context.newPage()
    await second.goto('/orbit')
    await shown(account(second))
    await Promise.all([leave(page), leave(second)])
    await store(page, stale(await one.stored('token')))
    const refreshes = countCalls(context, 'POST', REFRESH)
    await Promise.all([page.goto('/orbit'), second.goto('/orbit')])
    await Promise.all([shown(account(page)), shown(account(second))])
    assert.equal(refreshes.length, 1, 'one refresh for two tabs')
    await second.close()
  },
}

/** In a page: what another tab stores under `key` is not heard of before `hear()`. */
function deaf([key, old]) {
  let hears = false
  const read = Storage.prototype.getItem
  Storage.prototype.getItem = function getItem(name) {
    return name === key && !hears ? old : read.call(this, name)
  }
  addEventListener('storage', (event) => !hears && event.stopImmediatePropagation())
  window.hear = () => {
    hears = true
    dispatchEvent(new StorageEvent('storage', { key }))
  }
}

const late = {
  name: 'session refresh heard of late',
  async run({ person }) {
    const one = await signedIn(person, 'theo', 'orbit')
    const { page, context } = one
    const old = stale(await one.stored('token'))
    await leave(page)
    await store(page, old)
    const refreshes = countCalls(context, 'POST', REFRESH)
    const refreshed = context.waitForEvent('response', (response) => response.url().endsWith(REFRESH))
    const second = await context.newPage()
    await second.addInitScript(deaf, [STORED.token, old])
    // Its calls are refused when the other tab is through, and before it can have heard of the new token.
    const refusals = []
    await second.route('**/api/**', async (route) => {
      const answer = await route.fetch()
      if (answer.status() === 401) {
        refusals.push(answer.url())
        await refreshed
      }
      await route.fulfill({ response: answer })
    })
    const opened = second.goto('/orbit')
    await eventually('the second tab is refused', () => refusals.length > 0)
    const others = page.goto('/orbit')
    await refreshed
    await second.waitForTimeout(500)
    assert.equal(refreshes.length, 1, 'the second tab waits for what it has not heard of')
    await second.evaluate(() => window.hear())
    await Promise.all([opened, others])
    await Promise.all([shown(account(page)), shown(account(second))])
    assert.equal(refreshes.length, 1, 'one refresh for two tabs')
    await second.unrouteAll({ behavior: 'ignoreErrors' })
  },
}

const refused = {
  name: 'session over',
  async run({ person }) {
    const one = await signedIn(person, 'sora', 'reef')
    const { page, context } = one
    await leave(page)
    await context.clearCookies()
    await store(page, 'garbage')
    const refreshes = countCalls(context, 'POST', REFRESH)
    await page.goto('/reef')
    await shown(logInButton(page))
    assert.equal(await one.stored('token'), null)
    assert.equal(refreshes.length, 1)
    await shown(page.getByRole('heading', { name: 'reef', level: 1 }))
    await shown(page.getByRole('button', { name: 'Join this world' }))
  },
}

const tabs = {
  name: 'session in two tabs',
  async run({ person }) {
    const one = await person()
    const { page, context } = one
    await one.logIn(demo('minji'))
    await at(page, '/hanok')
    const second = await context.newPage()
    await second.goto('/hanok')
    await Promise.all([shown(account(page)), shown(account(second))])
    await account(page).click()
    await page.locator('#account').getByRole('button', { name: 'Log out' }).click()
    await shown(logInButton(page))
    await shown(logInButton(second))
    // And the way in, too.
    await logInButton(second).click()
    await second.locator('[name=email]').fill(demo('minji').email)
    await second.locator('[name=password]').fill(demo('minji').password)
    await second.keyboard.press('Enter')
    await shown(account(second))
    await shown(account(page))
  },
}

const toast = {
  name: 'toast',
  async run({ kernel, person }) {
    const one = await person()
    const { page, context, text } = one
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await one.logIn(await makeAccount(kernel, 'toast', { nickname: false }))
    await shown(page.locator('[name=nickname]'))
    await page.keyboard.press('Escape')
    await gone(page.locator('[name=nickname]'))
    // Logs the moments at which toasts come and go.
    await page.evaluate(() => {
      window.seen = []
      const toaster = document.querySelector('.wv-toaster')
      const note = () => window.seen.push([Math.round(performance.now()), toaster.children.length])
      new MutationObserver(note).observe(toaster, { childList: true })
    })
    await account(page).click()
    await page.locator('#account').getByRole('button', { name: text.logOut }).click()
    await shown(page.locator('.wv-toast'))
    await gone(page.locator('.wv-toast'))
    const seen = await page.evaluate(() => window.seen)
    const stayed = seen.at(-1)[0] - seen[0][0]
    assert.ok(stayed > 2_900 && stayed < 3_400, `a toast stays three seconds, not ${stayed} ms`)
    assert.ok(
      seen.every(([, count]) => count <= 1),
      'one at a time',
    )
  },
}

export const journeys = [refresh, late, refused, tabs, toast]
