// What people see when something is missing or broken: never nothing.
import assert from 'node:assert/strict'
import { changeBoot } from '../lib/boot.mjs'
import { at, shown } from '../lib/check.mjs'
import { startKernel } from '../lib/kernel.mjs'

const notFound = {
  name: 'page not found',
  async run({ person }) {
    for (const options of [
      { width: 1440, language: 'en', theme: 'light' },
      { width: 390, language: 'ko', theme: 'dark' },
      { width: 768, language: 'ko', theme: 'light' },
    ]) {
      const one = await person(options)
      const { page, text } = one
      const answer = await page.goto('/no/such/place')
      assert.equal(answer.status(), 404)
      await shown(page.getByRole('heading', { name: text.pageNotFound, level: 1 }))
      await one.shoot('30-not-found')
      const world = await page.goto('/nobodyhere')
      assert.equal(world.status(), 200)
      await shown(page.getByRole('heading', { name: text.worldNotFound, level: 1 }))
      await one.shoot('31-world-not-found')
      await page.goto('/no/such/place')
      await page.getByRole('link', { name: text.goHome, exact: true }).click()
      await at(page, '/')
      await shown(page.locator('.w-card'))
    }
  },
}

const remoteMissing = {
  name: 'plugin cannot be loaded',
  async run({ person }) {
    const expected = ['remoteEntry', 'RUNTIME-', 'integrity']
    for (const [what, answer] of [
      ['missing', { status: 404, contentType: 'text/plain', body: 'gone' }],
      ['garbage', { status: 200, contentType: 'text/javascript', body: 'not javascript at all' }],
    ]) {
      const one = await person({ width: what === 'missing' ? 390 : 1440, expected })
      const { page, text } = one
      await page.route('**/remoteEntry*.js', (route) => route.fulfill(answer))
      await page.goto('/')
      await shown(page.getByRole('heading', { name: text.pluginDown }))
      await shown(page.getByRole('banner'))
      await one.shoot(`32-plugin-${what}`)
      await page.unroute('**/remoteEntry*.js')
      await page.getByRole('button', { name: text.retry }).click()
      await shown(page.locator('.w-card[aria-current=true]'))
    }
  },
}

const pageThrows = {
  name: 'plugin page throws',
  async run({ person }) {
    const one = await person({
      width: 768,
      theme: 'dark',
      expected: ['Cannot read properties', 'is not an object'],
    })
    const { page, text } = one
    await page.route('**/api/v2/worlds/mInfo?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.payload.description = null
      await route.fulfill({ response: answer, json: body })
    })
    await page.goto('/agora')
    await shown(page.getByRole('heading', { name: text.pluginDown }))
    await shown(page.getByRole('navigation').first())
    await one.shoot('33-plugin-throws')
    await page.unroute('**/api/v2/worlds/mInfo?*')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await at(page, '/')
    await shown(page.locator('.w-card[aria-current=true]'))
  },
}

const shellThrows = {
  name: 'internal server error',
  async run({ person }) {
    for (const options of [
      { width: 1440, language: 'ko', theme: 'dark' },
      { width: 390, language: 'en', theme: 'light' },
    ]) {
      const one = await person({ ...options, expected: ['Cannot read properties'] })
      const { page, text } = one
      await changeBoot(page, '**/agora', (boot) => {
        boot.plugins[0].routes[0].title = null
        return boot
      })
      await page.goto('/agora')
      await shown(page.getByRole('heading', { name: text.serverError, level: 1 }))
      await shown(page.getByText(text.tryLater))
      await one.shoot('34-server-error')
      await page.unroute('**/agora')
      await page.getByRole('button', { name: text.refresh }).click()
      await shown(page.getByRole('heading', { name: 'agora', level: 1 }))
      await page.goto('/500')
      await shown(page.getByRole('heading', { name: text.serverError, level: 1 }))
      await page.getByRole('button', { name: text.goHome }).click()
      await shown(page.locator('.w-card[aria-current=true]'))
      await at(page, '/')
    }
  },
}

const kernelGone = {
  name: 'kernel stopped',
  async run({ person }) {
    const own = await startKernel()
    let running = true
    try {
      const one = await person({ width: 1440 })
      const { page, text } = one
      // First a world whose page is here already, then one that must still be fetched.
      await page.goto(`${own.origin}/agora`)
      await shown(page.getByRole('heading', { name: 'agora', level: 1 }))
      await page.getByRole('link', { name: 'Home', exact: true }).first().click()
      const card = page.locator('.w-card[aria-current=true]')
      await shown(card)
      // The log-in form comes by itself, once the page has nothing else to do.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/shell/entry.')),
      )
      const { page: other } = await person({ width: 390, expected: ['Loading chunk'] })
      await other.goto(`${own.origin}/`)
      await shown(other.locator('.w-card[aria-current=true]'))
      await own.stop()
      running = false
      await card.click()
      await shown(page.getByRole('heading', { name: text.loadFailed, level: 1 }))
      await shown(page.getByText(text.unreachable))
      await one.shoot('35-kernel-gone')
      await other.locator('.w-card[aria-current=true]').click()
      await shown(other.getByRole('heading', { name: text.pluginDown, level: 1 }))
      await page.locator('.sh-header').getByRole('button', { name: text.logIn, exact: true }).click()
      await page.locator('[name=email]').fill('haneul@witverse.localhost')
      await page.locator('[name=password]').fill('Witverse1!')
      await page.getByRole('dialog').getByRole('button', { name: text.logIn, exact: true }).click()
      await shown(page.getByRole('dialog').getByText(text.unreachable))
      await one.shoot('36-kernel-gone-log-in')
    } finally {
      if (running) await own.stop()
    }
  },
}

export const journeys = [notFound, remoteMissing, pageThrows, shellThrows, kernelGone]
