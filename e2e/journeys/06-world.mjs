// A world of one's own: its name, its door, its people.
import assert from 'node:assert/strict'
import { logIn, makeAccount } from '../lib/accounts.mjs'
import { at, countCalls, eventually, fieldSays, shown, toasted } from '../lib/check.mjs'

const CREATE = '/world/crafting'
const members = (page) => page.locator('.w-head-facts li').first()
const worldName = (stem) => `${stem}${Date.now().toString(36).slice(-5)}`

const own = {
  name: 'create a world',
  async run({ kernel, person }) {
    const name = worldName('lamp')
    const keeper = await person({ width: 1440, language: 'ko', theme: 'dark' })
    const { page, text } = keeper
    await page.goto(CREATE)
    await keeper.shoot('50-create-visitor')
    await keeper.logIn(await makeAccount(kernel, 'keeper', { language: 'ko' }))
    await shown(page.locator('.w-option'))
    await page.goto(CREATE)
    const field = page.locator('[name=worldName]')
    await shown(field)
    const submit = page.getByRole('button', { name: text.light, exact: true })

    const checks = countCalls(page, 'POST', '/api/v2/worlds/name')
    for (const [typed, message] of [
      ['ab', text.nameLength],
      ['My World', text.nameUnavailable],
      ['세계세계', text.nameUnavailable],
    ]) {
      await field.fill(typed)
      await submit.click()
      await fieldSays(page, 'worldName', message)
    }
    assert.equal(checks.length, 0, 'what cannot be a name is not asked for')
    await field.fill('abcdefghijklm')
    assert.ok((await field.inputValue()).length <= 10, 'no more than ten characters')

    // Typed key by key: asked once, half a second after the last.
    await field.fill('')
    await page.waitForTimeout(700)
    checks.length = 0
    await field.pressSequentially('agora', { delay: 60 })
    const typed = Date.now()
    await fieldSays(page, 'worldName', text.nameDuplicate)
    assert.ok(Date.now() - typed >= 400, 'not before half a second')
    assert.equal(checks.length, 1, 'one call for five keys')
    await keeper.shoot('51-create-duplicate')
    await field.fill('market')
    await fieldSays(page, 'worldName', text.nameUnavailable)
    await field.fill(name)
    await shown(page.getByText(text.nameFree))
    await page.locator('[name=hue]').fill('140')
    await page.locator('[name=ko]').fill('등대가 있는 작은 섬')
    await page.locator('[name=en]').fill('A small island with a lighthouse')
    await keeper.shoot('52-create')
    await submit.click()
    await at(page, `/${name}`)
    await shown(page.getByRole('heading', { name, level: 1 }))
    await shown(members(page).getByText('1'))
    await keeper.shoot('53-own-world')

    // Everybody sees it at home.
    const visitor = await person({ width: 768 })
    await visitor.page.goto('/')
    await shown(visitor.page.locator('.w-card', { hasText: name }))
    await visitor.page.getByRole('button', { name: `Go to ${name}` }).click()
    await visitor.page.locator('.w-card[aria-current=true]', { hasText: name }).click()
    await shown(visitor.page.getByRole('heading', { name, level: 1 }))
    await visitor.shoot('54-world-visitor')

    // Somebody moves in while the keeper looks: the page says so by itself.
    const neighbour = await makeAccount(kernel, 'neighb')
    await visitor.logIn(neighbour)
    await visitor.page.keyboard.press('Escape')
    await visitor.page.goto(`/${name}`)
    // The modal that asks for a world stands in front of every page until it is left.
    const ask = visitor.page.getByRole('dialog')
    await shown(ask)
    await visitor.page.keyboard.press('Escape')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await visitor.page.getByRole('button', { name: 'Join this world' }).click()
    await shown(visitor.page.getByText('You live here'))
    await toasted(page, neighbour.nickname)
    await eventually('two members', async () => /2/.test(await members(page).textContent()))
    assert.equal(loads, 0, 'without loading the page again')
    await keeper.shoot('55-live-joined')

    // A person has one world.
    await page.goto(CREATE)
    await shown(page.getByRole('heading', { name: '이미 월드가 있습니다' }))
  },
}

const hidden = {
  name: 'private world',
  async run({ kernel, person }) {
    const name = worldName('shut')
    const keeper = await person({ width: 390, theme: 'dark', touch: true })
    const { page, text } = keeper
    const account = await makeAccount(kernel, 'recluse')
    await keeper.logIn(account)
    await shown(page.locator('.w-option'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create your own world' }).click()
    await at(page, CREATE)
    await page.locator('[name=worldName]').fill(name)
    await page.getByText(text.membersOnly).click()
    await shown(page.getByText(text.nameFree))
    await keeper.shoot('56-create')
    await page.getByRole('button', { name: text.light, exact: true }).click()
    await at(page, `/${name}`)
    await shown(page.getByRole('heading', { name, level: 1 }))

    const stranger = await person({ width: 390, language: 'ko', touch: true })
    await stranger.page.goto('/')
    await shown(stranger.page.locator('.w-card[aria-current=true]'))
    assert.equal(await stranger.page.locator('.w-card', { hasText: name }).count(), 0, 'not on home')
    await stranger.page.goto(`/${name}`)
    await shown(stranger.page.getByRole('heading', { name: stranger.text.isPrivate, level: 1 }))
    await stranger.shoot('57-private')
    const { payload } = await kernel.call('GET', `/api/v2/worlds/mInfo?worldName=${name}`, undefined)
    if (payload) {
      const token = await logIn(kernel, await makeAccount(kernel, 'pusher'))
      const joined = await kernel.call(
        'POST',
        `/api/v2/worlds/user/member?worldId=${payload.worldId}`,
        undefined,
        token,
      )
      assert.equal(joined.code, 'world_private')
    }
  },
}

export const journeys = [own, hidden]
