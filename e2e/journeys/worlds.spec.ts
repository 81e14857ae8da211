// The person's own world: its name, its visibility, its members.
import { logIn, makeAccount } from '../lib/accounts.mjs'
import { makePicture } from '../lib/pictures'
import { recordCalls, type Screen } from '../lib/screen'
import { expect, test } from '../lib/test'
import type { TextKey } from '../lib/texts'

const CREATE = '/world/crafting'
/** Four letters and the time: no world has the name yet. */
const worldName = (stem: string) => `${stem}${Date.now().toString(36).slice(-5)}`
const submit = (one: Screen) => one.button('worlds:create.submit')
const cardOf = (one: Screen, world: string) =>
  one.region('worlds:home.carousel').getByRole('link').filter({ hasText: world })

const REFUSED_NAMES: [string, TextKey][] = [
  ['ab', 'worlds:create.length'],
  ['My World', 'worlds:create.unavailable'],
  ['세계세계', 'worlds:create.unavailable'],
]

test('the name of a new world is checked while it is typed, with one call', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const one = await person({ language: 'ko', theme: 'dark' })
  await one.goto(CREATE)
  await one.shoot('50-create-visitor')
  await one.logIn(await makeAccount(kernel, 'namer', { language: 'ko' }))
  await expect(one.heading('shell:selectWorld.title')).toBeVisible()
  await one.goto(CREATE)
  const field = one.field('worldName')
  const checks = recordCalls(one.page, 'POST', '/api/v2/worlds/name')
  for (const [refused, message] of REFUSED_NAMES) {
    await field.fill(refused)
    await submit(one).click()
    await one.expectFieldError('worldName', message)
  }
  expect(checks, 'what cannot be a name is not sent').toHaveLength(0)
  await field.pressSequentially('abcdefghijklm')
  expect((await field.inputValue()).length).toBeLessThanOrEqual(10)
  await field.fill('')

  checks.length = 0
  await field.pressSequentially('agora', { delay: 60 })
  const typed = Date.now()
  await one.expectFieldError('worldName', 'worlds:create.duplicate')
  expect(Date.now() - typed, 'half a second after the last key').toBeGreaterThanOrEqual(400)
  expect(checks, 'one call for five keys').toHaveLength(1)
  await one.shoot('51-create-duplicate')
  await field.fill('market')
  await one.expectFieldError('worldName', 'worlds:create.unavailable')
})

test('a member creates a world, and its owner sees live who joins', async ({ kernel, person }) => {
  const name = worldName('lamp')
  const owner = await person({ language: 'ko', theme: 'dark' })
  await owner.logIn(await makeAccount(kernel, 'keeper', { language: 'ko' }))
  await expect(owner.heading('shell:selectWorld.title')).toBeVisible()
  await owner.goto(CREATE)
  await owner.fill({ worldName: name })
  await expect(owner.text('worlds:create.nameFree')).toBeVisible()
  await owner.fill({ hue: '140', ko: '등대가 있는 작은 섬', en: 'A small island with a lighthouse' })
  await owner.shoot('52-create')
  await submit(owner).click()
  await owner.expectPath(`/${name}`)
  await expect(owner.page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const members = (count: number) =>
    owner.main.getByRole('listitem').filter({ hasText: owner.t('worlds:world.members', { count }) })
  await expect(members(1).first()).toBeVisible()
  await owner.shoot('53-own-world')

  const visitor = await person({ width: 768 })
  await visitor.goto('/')
  await visitor.button('worlds:home.goTo', { world: name }).click()
  await expect(cardOf(visitor, name)).toHaveAttribute('aria-current', 'true')
  await cardOf(visitor, name).click()
  await expect(visitor.page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await visitor.shoot('54-world-visitor')

  const neighbour = await makeAccount(kernel, 'neighb')
  await visitor.logIn(neighbour)
  await visitor.escape()
  await visitor.goto(`/${name}`)
  let loads = 0
  owner.page.on('load', () => {
    loads += 1
  })
  await visitor.button('worlds:world.join').click()
  await expect(visitor.main.getByText(visitor.t('worlds:world.livesHere'))).toBeVisible() // the menu says it too
  await owner.expectToast('worlds:world.memberJoined', { nickname: neighbour.nickname, world: name })
  await expect(members(2).first()).toBeVisible()
  expect(loads, 'the page is not loaded again').toBe(0)
  await owner.shoot('55-live-joined')

  // A person has one world.
  await owner.goto(CREATE)
  await expect(owner.heading('worlds:create.hasWorld')).toBeVisible()
})

test('a world is created with a logo and a picture', async ({ kernel, person }) => {
  const name = worldName('pict')
  const owner = await person()
  await owner.logIn(await makeAccount(kernel, 'painter'))
  await expect(owner.heading('shell:selectWorld.title')).toBeVisible()
  await owner.goto(CREATE)
  await owner.fill({ worldName: name })
  await expect(owner.text('worlds:create.nameFree')).toBeVisible()
  const inputs = owner.main.locator('input[type=file]')
  const [logo, picture] = [
    await makePicture(owner, 'logo.png', 96),
    await makePicture(owner, 'view.png', 400),
  ]
  // Both are uploaded at once, and neither replaces the other.
  await inputs.nth(0).setInputFiles(logo)
  await inputs.nth(1).setInputFiles(picture)
  await expect(owner.role('img', 'worlds:settings.logo')).toBeVisible()
  await expect(owner.role('img', 'worlds:settings.thumbnail')).toBeVisible()
  await owner.shoot('58-create-pictures')
  await submit(owner).click()
  await owner.expectPath(`/${name}`)
  const { payload } = await kernel.call('GET', `/api/v2/worlds/mInfo?worldName=${name}`)
  const visitor = await person({ width: 390, touch: true })
  for (const one of [owner, visitor]) {
    await one.goto(`/${name}`)
    for (const source of [payload.worldLogoImg, payload.worldThumbnailImg]) {
      expect(source).toMatch(/^\/files\//)
      const image = one.main.locator(`img[src="${source}"]`).first()
      await expect(image).toBeVisible()
      const width = () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)
      await expect.poll(width, `${source} is shown`).toBeGreaterThan(0)
    }
  }
})

test('a private world is neither listed nor shown to others', async ({ kernel, person }) => {
  const name = worldName('shut')
  const owner = await person({ width: 390, theme: 'dark', touch: true })
  await owner.logIn(await makeAccount(kernel, 'recluse'))
  await owner.inDialog('worlds:select.create').click()
  await owner.expectPath(CREATE)
  await owner.fill({ worldName: name })
  await owner.role('radio', 'worlds:create.private').check({ force: true })
  await expect(owner.text('worlds:create.nameFree')).toBeVisible()
  await owner.shoot('56-create')
  await submit(owner).click()
  await owner.expectPath(`/${name}`)
  await expect(owner.page.getByRole('heading', { name, level: 1 })).toBeVisible()

  const stranger = await person({ width: 390, language: 'ko', touch: true })
  await stranger.goto('/')
  await expect(stranger.region('worlds:home.carousel')).toBeVisible()
  await expect(cardOf(stranger, name)).toHaveCount(0)
  await stranger.goto(`/${name}`)
  await expect(stranger.heading('kit-world:isPrivate')).toBeVisible()
  await stranger.shoot('57-private')
  const { payload } = await kernel.call('GET', `/api/v2/worlds/mInfo?worldName=${name}`)
  if (payload) {
    const token = await logIn(kernel, await makeAccount(kernel, 'pusher'))
    const join = `/api/v2/worlds/user/member?worldId=${payload.worldId}`
    expect((await kernel.call('POST', join, undefined, token)).code).toBe('world_private')
  }
})
