// The dimensions of the layout, as specified.
import { makeAccount } from '../lib/accounts.mjs'
import { changeBoot } from '../lib/boot'
import { boxOf, type Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

const carousel = (one: Screen) => one.region('worlds:home.carousel')
const content = (one: Screen) => one.page.locator('#content')

test('header, community navigation and menu have their widths; the menu keeps its state after a reload', async ({
  person,
}) => {
  const one = await person()
  const { page } = one
  await one.goto('/')
  await expect(carousel(one)).toBeVisible()
  expect((await boxOf(one.header)).height).toBeCloseTo(48, 0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const rail = one.role('navigation', 'shell:nav.community')
  expect((await boxOf(rail)).width).toBeCloseTo(72, 0)
  expect((await boxOf(content(one))).x).toBeCloseTo(72, 0)
  await one.button('shell:nav.openMenu').click()
  await expect.poll(async () => Math.round((await boxOf(content(one))).x)).toBe(320)
  expect((await boxOf(one.role('navigation', 'shell:nav.menu'))).width).toBeCloseTo(248, 0)
  await one.shoot('60-menu-open')
  await page.reload()
  await expect(carousel(one)).toBeVisible()
  expect((await boxOf(content(one))).x).toBeCloseTo(320, 0)
})

test('the home page fits every width', async ({ person }) => {
  const one = await person()
  await one.goto('/')
  await expect(carousel(one)).toBeVisible()
  for (const width of [768, 1024, 1281, 1440, 1600, 1920, 390, 320]) {
    await one.page.setViewportSize({ width, height: 900 })
    await one.expectNoHorizontalOverflow()
  }
})

test('on a phone the menu is a sheet at the lower edge that gives the focus back', { tag: '@soak' }, async ({
  person,
}) => {
  const one = await person({ width: 390, touch: true, theme: 'dark' })
  await one.goto('/')
  await expect(one.role('navigation', 'shell:nav.community')).toBeHidden()
  const opener = one.button('shell:nav.openMenu')
  await opener.click()
  await expect(one.dialog).toBeVisible()
  await one.settled()
  const sheet = await boxOf(one.dialog)
  expect(sheet.x).toBeCloseTo(0, 0)
  expect(sheet.width).toBeCloseTo(390, 0)
  expect(sheet.y + sheet.height).toBeCloseTo(844, 0)
  expect(sheet.height).toBeLessThanOrEqual(0.85 * 844 + 1)
  await one.shoot('61-sheet')
  await one.escape()
  await expect(opener).toBeFocused()
})

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
  [340, 560],
] as const) {
  test(`a dialog is centred and fits a window of ${width} × ${height}`, { tag: '@soak' }, async ({
    person,
  }) => {
    const one = await person()
    await one.page.setViewportSize({ width, height })
    await one.goto('/')
    await one.role('button', 'worlds:home.signUp', {}, one.main).click()
    await expect(one.dialog).toBeVisible()
    await one.settled()
    const drawn = await boxOf(one.dialog)
    expect(drawn.width).toBeCloseTo(Math.min(328, width * 0.9), 0)
    expect(drawn.height).toBeLessThanOrEqual(height * 0.85 + 1)
    expect(Math.abs(drawn.x + drawn.width / 2 - width / 2)).toBeLessThanOrEqual(1)
    const send = one.inDialog('shell:signUp.submit')
    await send.scrollIntoViewIfNeeded()
    await expect(send).toBeInViewport()
  })
}

test('a dialog with a long list is no higher than 85 % of the window', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await person({ width: 390, touch: true })
  await one.logIn(await makeAccount(kernel, 'modal'))
  await expect(one.dialog.getByRole('radio').first()).toBeVisible()
  expect((await boxOf(one.dialog)).height).toBeLessThanOrEqual(0.85 * 844 + 1)
})

test('a page with the layout `none` has no header, navigation or footer', { tag: '@soak' }, async ({
  person,
}) => {
  const one = await person()
  const { page } = one
  await changeBoot(page, '**/agora', (boot) => {
    const worlds = boot.plugins.find(({ id }) => id === 'worlds')
    for (const route of worlds?.routes ?? []) if (route.page === 'world') route.layout = 'none'
  })
  await one.goto('/agora')
  await expect(page.getByRole('heading', { name: 'agora', level: 1 })).toBeVisible()
  await expect(one.header).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  // The page of a world has a navigation of its own.
  await expect(page.getByRole('navigation')).toHaveCount(1)
  await expect(one.role('navigation', 'worlds:world.nav', { world: 'agora' })).toBeVisible()
  await one.shoot('62-layout-off')
})
