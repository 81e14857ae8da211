// The carousel on the home page, rule by rule.
import assert from 'node:assert/strict'
import { at, box, eventually, gone, near, shown } from '../lib/check.mjs'

const current = (page) => page.locator('.w-card[aria-current=true]')
const nameOf = async (page) => (await current(page).locator('.w-card-name').textContent()) ?? ''
const isCurrent = (page, name) => eventually(`${name} is current`, async () => (await nameOf(page)) === name)

async function namesOf(kernel) {
  const { payload } = await kernel.call('GET', '/api/v3/worlds?limit=20')
  return payload.items.map((world) => world.worldName)
}

async function visit(person, name) {
  const { page } = person
  await page.goto('/')
  await shown(current(page))
  if (name) {
    await page
      .locator('.w-carousel')
      .getByRole('button', { name: new RegExp(`\\b${name}\\b`) })
      .click()
    await isCurrent(page, name)
  }
}

const carousel = {
  name: 'home carousel',
  async run({ kernel, person }) {
    const names = await namesOf(kernel)
    assert.ok(names.length > 3, 'there are more than three worlds')
    const one = await person({ width: 1440 })
    const { page } = one
    await visit(one)

    near((await box(current(page))).width, 260, 'the width of a card')
    const facts = await page.locator('.w-card-place').evaluateAll((places) =>
      places.map((place) => ({
        current: place.dataset.current === 'true',
        blurred: getComputedStyle(place).filter.includes('blur'),
      })),
    )
    assert.equal(facts.filter((fact) => fact.current).length, 1)
    assert.ok(
      facts.every((fact) => fact.blurred === !fact.current),
      'blurred unless it is the current card',
    )
    const name = await nameOf(page)
    await shown(current(page).getByText(`Welcome to ${name} World!`, { exact: true }))
    const world = (await kernel.call('GET', `/api/v2/worlds/mInfo?worldName=${name}`)).payload
    const counts = await current(page).locator('.w-card-counts').textContent()
    assert.match(counts, new RegExp(`${world.memberCount} members.*${world.blockCount} blocks`))
    assert.ok((await current(page).locator('.w-logo').count()) > 0, 'the logo is there')

    const dot = await page
      .locator('.w-dot')
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element, '::after')
        return [style.width, style.height]
      })
    assert.deepEqual(dot, ['8px', '8px'], 'dots of 8 px')
    assert.equal(await page.locator('.w-dot').count(), Math.min(names.length, 17))

    // Another card only comes to the centre; the one in the centre opens its world.
    const at0 = names.indexOf(name)
    const other = names[at0 + 1]
    await page.locator('.w-card', { hasText: other }).first().click()
    await isCurrent(page, other)
    assert.equal(new URL(page.url()).pathname, '/')
    await current(page).click()
    await at(page, `/${other}`)
    await page.goBack()
    await shown(current(page))
  },
}

const arrows = {
  name: 'home arrows',
  async run({ kernel, person }) {
    const names = await namesOf(kernel)
    const [first, last] = [names[0], names.at(-1)]
    const one = await person({ width: 1440 })
    const { page } = one
    const [next, previous] = [page.locator('.w-arrow.is-next'), page.locator('.w-arrow.is-previous')]
    const opacity = (arrow) => arrow.evaluate((element) => Number(getComputedStyle(element).opacity))
    await visit(one)
    await page.mouse.move(700, 60)
    await eventually('the arrows are away', async () => (await opacity(next)) === 0)
    await page.locator('.w-carousel-stage').hover({ position: { x: 200, y: 200 } })
    await eventually('the arrows are there', async () => (await opacity(next)) === 1)
    await one.shoot('20-home-arrows')

    // From the last on to the first, where there is no way back by arrow; keys still go round.
    await visit(one, last)
    await page.locator('.w-carousel-stage').hover({ position: { x: 200, y: 200 } })
    await next.click()
    await isCurrent(page, first)
    assert.equal(await previous.count(), 0, 'no previous arrow at the first')
    await next.click()
    await isCurrent(page, names[1])
    await previous.click()
    await isCurrent(page, first)

    await current(page).focus()
    for (const [key, expected] of [
      ['ArrowLeft', last],
      ['ArrowRight', first],
      ['ArrowRight', names[1]],
      ['End', last],
      ['Home', first],
    ]) {
      await page.keyboard.press(key)
      await isCurrent(page, expected)
      await eventually('focus goes along', () =>
        page.evaluate(() => document.activeElement?.getAttribute('aria-current') === 'true'),
      )
    }
    await page.keyboard.press('Enter')
    await at(page, `/${first}`)

    // Below 768 px there are none; with three worlds neither.
    const phone = await person({ width: 390, touch: true })
    await visit(phone)
    assert.equal(await phone.page.locator('.w-arrow.is-next').isVisible(), false)
    const few = await person({ width: 1440 })
    await few.page.route('**/api/v3/worlds?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.payload.items = body.payload.items.slice(0, 3)
      body.payload.nextCursor = null
      await route.fulfill({ response: answer, json: body })
    })
    await visit(few)
    await gone(few.page.locator('.w-arrow'))
    assert.equal(await few.page.locator('.w-card').count(), 3)
  },
}

const swipe = {
  name: 'home swipe',
  async run({ kernel, person }) {
    const names = await namesOf(kernel)
    const one = await person({ width: 390, touch: true, language: 'ko', theme: 'dark', motion: true })
    const { page } = one
    await visit(one)
    const start = names.indexOf(await nameOf(page))
    const devtools = await one.context.newCDPSession(page)
    const card = await box(current(page))
    const y = card.y + card.height / 2
    const touch = (type, x) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    async function drag(from, to) {
      await touch('touchStart', from)
      for (let step = 1; step <= 6; step += 1) await touch('touchMove', from + ((to - from) * step) / 6)
      await touch('touchEnd', to)
    }
    await drag(320, 60)
    await isCurrent(page, names[start + 1])
    await drag(60, 320)
    await isCurrent(page, names[start])
    assert.equal(new URL(page.url()).pathname, '/', 'a swipe opens nothing')
    await one.shoot('21-home-swiped')
    await current(page).tap()
    await at(page, `/${names[start]}`)
  },
}

export const journeys = [carousel, arrows, swipe]
