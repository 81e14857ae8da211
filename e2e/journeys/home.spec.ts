// The carousel of worlds on the home page.
import type { CDPSession, Locator } from '@playwright/test'
import { changeAnswer, withoutInitialData } from '../lib/boot'
import type { Kernel } from '../lib/kernel.mjs'
import type { Person } from '../lib/person'
import { boxOf, type Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

const carousel = (one: Screen) => one.region('worlds:home.carousel')
const cards = (one: Screen) => carousel(one).getByRole('listitem')
const card = (one: Screen, world: string) =>
  cards(one)
    .getByRole('link')
    .filter({ has: one.page.getByText(world, { exact: true }) })
/** The card in the centre. */
const current = (one: Screen) => cards(one).locator('a[aria-current=true]')
/** The buttons below the cards, one for each world. */
const dots = (one: Screen) => carousel(one).getByRole('button', { name: one.like('worlds:home.goTo') })
const next = (one: Screen) => one.button('worlds:home.next')
const previous = (one: Screen) => one.button('worlds:home.previous')

const expectCurrent = (one: Screen, world: string | undefined) =>
  expect(current(one)).toHaveAttribute('href', `/${world}`)

async function worldNames(kernel: Kernel): Promise<string[]> {
  const { payload } = await kernel.call('GET', '/api/v3/worlds?limit=20')
  return payload.items.map((world: { worldName: string }) => world.worldName)
}

async function visit(one: Person, world?: string) {
  await one.goto('/')
  await expect(current(one)).toBeVisible()
  if (!world) return
  await one.button('worlds:home.goTo', { world }).click()
  await expectCurrent(one, world)
}

/** Moves the pointer over a card beside the current one, where the arrows appear. */
async function hoverStage(one: Person) {
  const { x, y } = await boxOf(carousel(one).getByRole('list'))
  await one.page.mouse.move(x + 200, y + 200)
}

/** Whether the content of a card is blurred; the card clips it. */
const isBlurred = (item: Locator) =>
  item.evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => getComputedStyle(part).filter.includes('blur')),
  )

test('the carousel shows one world sharp, with its counts, between blurred ones', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const names = await worldNames(kernel)
  expect(names.length).toBeGreaterThan(3)
  const one = await person()
  await visit(one)
  expect((await boxOf(current(one))).width).toBeCloseTo(260, 0)
  await expect(current(one)).toHaveCount(1)
  for (const item of await cards(one).all()) {
    const isCurrent = (await item.getAttribute('data-current')) === 'true'
    expect(await isBlurred(item)).toBe(!isCurrent)
  }
  const name = (await current(one).getAttribute('href'))?.slice(1) ?? ''
  await expect(
    current(one).getByText(one.t('worlds:welcome', { world: name }), { exact: true }),
  ).toBeVisible()
  const world = (await kernel.call('GET', `/api/v2/worlds/mInfo?worldName=${name}`)).payload
  const members = `${world.memberCount} ${one.t('worlds:counts.members')}`
  const blocks = `${world.blockCount} ${one.t('worlds:counts.blocks')}`
  await expect(current(one)).toHaveAccessibleName(new RegExp(`${members}.*${blocks}`))

  await expect(dots(one)).toHaveCount(Math.min(names.length, 17))
  const dot = await dots(one)
    .first()
    .evaluate((element) => {
      const { width, height } = getComputedStyle(element, '::after')
      return [width, height]
    })
  expect(dot).toEqual(['8px', '8px'])
})

test('a card beside the centre only moves there; the card in the centre opens its world', {
  tag: '@soak',
}, async ({ kernel, person }) => {
  const names = await worldNames(kernel)
  const one = await person()
  await visit(one)
  const name = (await current(one).getAttribute('href'))?.slice(1) ?? ''
  const other = names[names.indexOf(name) + 1] ?? ''
  await card(one, other).click()
  await expectCurrent(one, other)
  await one.expectPath('/')
  await current(one).click()
  await one.expectPath(`/${other}`)
  await one.page.goBack()
  await expect(current(one)).toBeVisible()
})

test('arrows appear under the pointer and go round; keys go round and take the focus along', {
  tag: '@soak',
}, async ({ kernel, person }) => {
  const names = await worldNames(kernel)
  const [first = '', second = ''] = names
  const last = names.at(-1) ?? ''
  const one = await person()
  const { page } = one
  await visit(one)
  await page.mouse.move(700, 60)
  await expect(next(one)).toHaveCSS('opacity', '0')
  await hoverStage(one)
  await expect(next(one)).toHaveCSS('opacity', '1')
  await one.shoot('20-home-arrows')

  // From the last to the first, which has no arrow back.
  await visit(one, last)
  await hoverStage(one)
  await next(one).click()
  await expectCurrent(one, first)
  await expect(previous(one)).toHaveCount(0)
  await next(one).click()
  await expectCurrent(one, second)
  await previous(one).click()
  await expectCurrent(one, first)

  await current(one).focus()
  for (const [key, expected] of [
    ['ArrowLeft', last],
    ['ArrowRight', first],
    ['ArrowRight', second],
    ['End', last],
    ['Home', first],
  ] as const) {
    await page.keyboard.press(key)
    await expectCurrent(one, expected)
    await expect(current(one)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await one.expectPath(`/${first}`)
})

test('the page and its worlds are there before the scripts', async ({ kernel, person }) => {
  const names = await worldNames(kernel)
  const one = await person()
  await one.page.route('**/assets/**/*.js', (route) => route.abort())
  await one.goto('/')
  await expect(one.heading('worlds:home.heading')).toBeVisible()
  for (const name of names.slice(0, 5)) await expect(one.page.getByText(name, { exact: true })).toBeVisible()
  expect((await one.page.locator('a.w-world-card[aria-current=true]').boundingBox())?.width).toBeCloseTo(
    260,
    0,
  )
})

test('a phone shows no arrows', { tag: '@soak' }, async ({ person }) => {
  const one = await person({ width: 390, touch: true })
  await visit(one)
  await expect(next(one)).toBeHidden()
})

test('three worlds need no arrows', { tag: '@soak' }, async ({ person }) => {
  const one = await person()
  await withoutInitialData(one.page, '/')
  await changeAnswer(one.page, '**/api/v3/worlds?*', (payload) => {
    payload.items = payload.items.slice(0, 3)
    payload.nextCursor = null
  })
  await visit(one)
  await expect(cards(one)).toHaveCount(3)
  await expect(next(one)).toHaveCount(0)
  await expect(previous(one)).toHaveCount(0)
})

/** A finger that moves sideways. */
async function drag(devtools: CDPSession, from: number, to: number, y: number) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', from + ((to - from) * step) / 6)
  await touch('touchEnd', to)
}

test('a swipe moves the carousel and opens nothing; a tap opens the world', async ({ kernel, person }) => {
  const names = await worldNames(kernel)
  const one = await person({ width: 390, touch: true, language: 'ko', theme: 'dark', motion: true })
  await visit(one)
  const name = (await current(one).getAttribute('href'))?.slice(1) ?? ''
  const { y, height } = await boxOf(current(one))
  const middle = y + height / 2
  const devtools = await one.context.newCDPSession(one.page)
  await drag(devtools, 320, 60, middle)
  await expectCurrent(one, names[names.indexOf(name) + 1])
  await drag(devtools, 60, 320, middle)
  await expectCurrent(one, name)
  await one.expectPath('/')
  await one.shoot('21-home-swiped')
  // On a busy machine a tap can take so long that the browser makes a long press of it.
  await expect(async () => {
    if (new URL(one.page.url()).pathname === '/') await current(one).tap({ timeout: 2_000 })
    await expect(one.page).toHaveURL(`/${name}`, { timeout: 2_000 })
  }).toPass()
})
