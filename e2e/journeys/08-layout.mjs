// The measures of the layout, as the specification gives them.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { changeBoot } from '../lib/boot.mjs'
import { box, dialog, eventually, gone, near, settled, shown } from '../lib/check.mjs'

const frame = {
  name: 'layout',
  async run({ person }) {
    const one = await person({ width: 1440 })
    const { page } = one
    await page.goto('/')
    await shown(page.locator('.w-card'))
    near((await box(page.getByRole('banner'))).height, 48, 'the header')
    await shown(page.getByRole('contentinfo'))
    const rail = page.getByRole('navigation', { name: 'Community' })
    near((await box(rail)).width, 72, 'the community navigation')
    const content = page.locator('#content')
    near((await box(content)).x, 72, 'the page beside it')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await eventually('the menu is open', async () => Math.abs((await box(content)).x - 320) < 1)
    near((await box(page.getByRole('navigation', { name: 'Menu' }))).width, 248, 'the menu')
    await one.shoot('60-menu-open')
    await page.reload()
    await shown(page.locator('.w-card'))
    near((await box(content)).x, 320, 'open as it was left')
    for (const width of [768, 1024, 1281, 1440, 1600, 1920, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await eventually(`nothing sticks out sideways at ${width}`, async () => {
        return (await page.evaluate(() => document.documentElement.scrollWidth)) <= width
      })
    }
  },
}

const phone = {
  name: 'bottom sheet',
  async run({ person }) {
    const one = await person({ width: 390, touch: true, theme: 'dark' })
    const { page, text } = one
    await page.goto('/')
    assert.equal(await page.getByRole('navigation', { name: 'Community' }).isVisible(), false)
    const opener = page.getByRole('button', { name: text.openMenu })
    await opener.click()
    await settled(page)
    const sheet = await box(dialog(page))
    near(sheet.x, 0, 'from edge to edge')
    near(sheet.width, 390, 'from edge to edge')
    near(sheet.y + sheet.height, 844, 'at the lower edge')
    assert.ok(sheet.height <= 0.85 * 844 + 1)
    await one.shoot('61-sheet')
    await page.keyboard.press('Escape')
    await gone(dialog(page))
    await eventually('focus is back', () => opener.evaluate((element) => element === document.activeElement))
  },
}

const modal = {
  name: 'modal',
  async run({ kernel, person }) {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
      [340, 560],
    ]) {
      const one = await person({ width: 1440 })
      const { page } = one
      await page.setViewportSize({ width, height })
      await page.goto('/')
      await page.locator('.w-hero').getByRole('button', { name: 'Sign up', exact: true }).click()
      await shown(dialog(page)) // it is fetched when it is first opened
      await settled(page)
      const drawn = await box(dialog(page))
      near(drawn.width, Math.min(328, width * 0.9), `a modal at ${width}`)
      assert.ok(drawn.height <= height * 0.85 + 1, `no higher than 85 %: ${drawn.height} of ${height}`)
      near(drawn.x + drawn.width / 2, width / 2, 'in the middle', 1)
      const send = dialog(page).getByRole('button', { name: 'Send verification code' })
      await send.scrollIntoViewIfNeeded()
      assert.ok(await send.isVisible())
    }
    const long = await person({ width: 390, touch: true })
    await long.logIn(await makeAccount(kernel, 'modal'))
    await shown(long.page.locator('.w-option'))
    assert.ok((await box(dialog(long.page))).height <= 0.85 * 844 + 1)
  },
}

const bare = {
  name: 'layout off',
  async run({ person }) {
    const one = await person({ width: 1440 })
    const { page } = one
    await changeBoot(page, '**/agora', (boot) => {
      const worlds = boot.plugins.find(({ id }) => id === 'worlds')
      for (const route of worlds.routes) if (route.page === 'world') route.layout = 'none'
      return boot
    })
    await page.goto('/agora')
    await shown(page.getByRole('heading', { name: 'agora', level: 1 }))
    assert.equal(await page.getByRole('banner').filter({ hasText: 'Witverse' }).count(), 0, 'no header')
    assert.equal(await page.getByRole('contentinfo').count(), 0, 'no footer')
    assert.equal(await page.getByRole('navigation').count(), 0, 'no navigation')
    await one.shoot('62-layout-off')
  },
}

export const journeys = [frame, phone, modal, bare]
