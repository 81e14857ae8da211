// Error screens: missing pages and failures show a message, never an empty page.
import { UNREACHABLE } from '../../sdk/api-client/src/problem'
import { changeAnswer, changeBoot, withoutInitialData } from '../lib/boot'
import { startKernel } from '../lib/kernel.mjs'
import type { Screen } from '../lib/screen'
import { template } from '../lib/template'
import { expect, test } from '../lib/test'

const carousel = (one: Screen) => one.region('worlds:home.carousel')

for (const options of [
  { width: 390, language: 'ko', theme: 'dark' },
  { width: 1440, language: 'en', theme: 'light' },
] as const) {
  test(`an unknown page or world shows an error with a link home (${options.width})`, async ({ person }) => {
    const one = await person(options)
    const answer = await one.page.goto('/no/such/place')
    expect(answer?.status()).toBe(404)
    await expect(one.heading('shell:screens.notFound')).toBeVisible()
    await one.shoot('30-not-found')
    await one.goto('/nobodyhere')
    await expect(one.heading('kit-world:notFound')).toBeVisible()
    await one.shoot('31-world-not-found')
    // A reserved name cannot be used for a world, so the screen has no link to create one.
    expect((await one.page.goto('/www'))?.status()).toBe(404)
    await expect(one.heading('kit-world:noScreen')).toBeVisible()
    await expect(one.main.getByRole('link')).toHaveCount(1)
    await one.goto('/no/such/place')
    await one.link('shell:screens.goHome').click()
    await one.expectPath('/')
    await expect(carousel(one)).toBeVisible()
  })

  test(`an error of the shell shows the error screen, and a reload recovers (${options.width})`, async ({
    person,
  }) => {
    const one = await person({ ...options, expectedErrors: ['Cannot read properties'] })
    await changeBoot(one.page, '**/agora', (boot) => {
      const friends = boot.plugins.find(({ id }) => id === 'friends')
      for (const route of friends?.routes ?? []) route.title = null
    })
    await one.goto('/agora')
    await expect(one.heading('shell:screens.serverError')).toBeVisible()
    await expect(one.text('shell:screens.serverErrorText')).toBeVisible()
    await one.shoot('34-server-error')
    await one.page.unroute('**/agora')
    await one.button('shell:screens.refresh').click()
    await expect(one.page.getByRole('heading', { name: 'agora', level: 1 })).toBeVisible()
    await one.goto('/500')
    await expect(one.heading('shell:screens.serverError')).toBeVisible()
    await one.button('shell:screens.goHome').click()
    await expect(carousel(one)).toBeVisible()
    await one.expectPath('/')
  })
}

for (const [what, answer] of [
  ['missing', { status: 404, contentType: 'text/plain', body: 'gone' }],
  ['no JavaScript', { status: 200, contentType: 'text/javascript', body: 'not javascript at all' }],
] as const) {
  test(`a plugin whose script is ${what} shows a screen with a retry button`, async ({ person }) => {
    const one = await person({ width: 390, expectedErrors: ['remoteEntry', 'RUNTIME-', 'integrity'] })
    await one.page.route('**/remoteEntry*.js', (route) => route.fulfill(answer))
    await one.goto('/')
    await expect(one.heading('shell:screens.pluginDown')).toBeVisible()
    await expect(one.header).toBeVisible()
    await one.shoot(`32-plugin-${what.replace(' ', '-')}`)
    await one.page.unroute('**/remoteEntry*.js')
    await one.button('shell:retry').click()
    await expect(carousel(one)).toBeVisible()
  })
}

test('a plugin page that throws leaves the rest of the shell usable', async ({ person }) => {
  const one = await person({
    width: 768,
    theme: 'dark',
    expectedErrors: ['Cannot read properties', 'is not an object'],
  })
  await withoutInitialData(one.page, '/agora')
  await changeAnswer(one.page, '**/api/v2/worlds/mInfo?*', (payload) => {
    payload.description = null
  })
  await one.goto('/agora')
  await expect(one.heading('shell:screens.pluginDown')).toBeVisible()
  await one.shoot('33-plugin-throws')
  const rail = one.role('navigation', 'shell:nav.community')
  await rail.getByRole('link').first().click()
  await one.expectPath('/')
  await expect(carousel(one)).toBeVisible()
})

test('an unreachable server is reported on pages and in forms', async ({ person }) => {
  const own = await startKernel({ template: template() })
  let running = true
  try {
    // One page has its plugin loaded already, the other must still fetch it.
    const one = await person({ origin: own.origin })
    await one.goto('/agora')
    await expect(one.page.getByRole('heading', { name: 'agora', level: 1 })).toBeVisible()
    await one.role('navigation', 'shell:nav.community').getByRole('link').first().click()
    const card = carousel(one).locator('a[aria-current=true]')
    await expect(card).toBeVisible()
    // The log-in form is fetched when the page is idle.
    await one.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/shell/entry.')),
    )
    const other = await person({ origin: own.origin, width: 390, expectedErrors: ['Loading chunk'] })
    await other.goto('/')
    const otherCard = carousel(other).locator('a[aria-current=true]')
    await expect(otherCard).toBeVisible()
    await own.stop()
    running = false
    await card.click()
    await expect(one.heading('kit:loadFailed')).toBeVisible()
    await expect(one.page.getByText(UNREACHABLE.en)).toBeVisible()
    await one.shoot('35-kernel-gone')
    await otherCard.click()
    await expect(other.heading('shell:screens.pluginDown')).toBeVisible()
    await one.openLogIn()
    await one.submitLogIn('haneul@witverse.localhost', 'Witverse1!')
    await expect(one.dialog.getByText(UNREACHABLE.en)).toBeVisible()
    await one.shoot('36-kernel-gone-log-in')
  } finally {
    if (running) await own.stop()
  }
})
