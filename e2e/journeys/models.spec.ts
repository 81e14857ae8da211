// Uploaded 3D models: one is refused with its reason, another one is placed and published, and a visitor finds it.
import { makeAccount } from '../lib/accounts.mjs'
import { makeModel, problemsOf } from '../lib/models'
import { makePicture } from '../lib/pictures'
import { enter, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

interface Probe {
  draws: number
  triangles: number
  programs: number
  modelTriangles: number
}

const CREDIT = 'Mina, CC BY 4.0'

test('a model is uploaded, placed and seen by others', { tag: '@soak' }, async ({ kernel, person }) => {
  const owner = await makeAccount(kernel, 'sculptor')
  const worldName = `sc${Date.now().toString(36).slice(-5)}`
  const { worldId } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const { blockId } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldName}/blocks`, {
    ...{ blockName: 'studio', type: 'social', title: { ko: '작업실', en: 'Studio' } },
    ...{ template: 'empty', access: 'everybody' },
  })
  const host = await person()
  await host.logIn(owner)
  await host.goto(`/${worldName}/setting/${blockId}`)
  const models = host.page.locator('.bl-models')
  await models.locator('summary').press('Enter')

  await test.step('a model with too many triangles is refused with the figure', async () => {
    await models.locator('input[type=file]').setInputFiles(makeModel('cathedral.glb', 175))
    await expect(models.getByRole('alert')).toContainText('61,250')
    await host.shoot('430-model-refused')
  })

  await test.step('another one is named, credited and placed', async () => {
    const { buffer } = await makePicture(host, 'dots.png', 64)
    await models.locator('input[type=file]').setInputFiles(makeModel('wave.glb', 24, buffer))
    await expect(models.getByText('1,152', { exact: false })).toBeVisible()
    await expect(host.field('modelName')).toHaveValue('wave')
    await host.field('modelCredit').fill(CREDIT)
    await host.shoot('431-model-named')
    await models.getByRole('button', { name: host.t('blocks-models:place'), exact: true }).click()
    await expect(models.getByText(CREDIT)).toBeVisible()
    await expect(host.text('blocks-editor:save.saved')).toBeVisible()
    await models.getByRole('button', { name: host.t('blocks-models:placeNamed', { name: 'wave' }) }).click()
    await expect(host.text('blocks-editor:save.saved')).toBeVisible()
    await host.shoot('432-model-placed')
  })

  await test.step('published', async () => {
    await host.button('blocks-editor:publish.action').click()
    await host.inDialog('blocks-editor:publish.action').click()
    await expect(host.dialog.getByText(host.t('blocks-editor:publish.done'))).toBeVisible()
    await host.inDialog('blocks-editor:publish.goOn').click()
  })

  const place = { worldName, worldId, blockId, path: `/${worldName}/studio`, owner }
  await test.step('a visitor loads its levels, and draws it', async () => {
    const mina = await person()
    await mina.logIn(await makeGuest(kernel, place, 'mina'))
    const loaded = mina.page.waitForResponse((response) => response.url().endsWith('/level2.glb'))
    await mina.goto(place.path)
    const level = await loaded
    expect(level.status()).toBe(200)
    for (const name of ['level0', 'level1', 'level2']) {
      const file = await mina.page.request.get(level.url().replace('level2', name))
      expect(await problemsOf(await file.body()), name).toEqual([])
    }
    const probe = () =>
      mina.page.evaluate(() => (window as unknown as { __room?: { probe(): Probe } }).__room?.probe())
    await expect.poll(async () => (await probe())?.programs ?? 0).toBeGreaterThan(0)
    // The two copies are one draw call of one more program.
    await expect.poll(async () => (await probe())?.modelTriangles).toBe(1152 * 2)
    const drawn = await probe()
    expect(drawn?.draws).toBeLessThanOrEqual(60)
    expect(drawn?.triangles).toBeLessThanOrEqual(60_000)
    expect(drawn?.programs).toBeLessThanOrEqual(12)
    await mina.shoot('433-model-in-room')
  })

  await test.step('without WebGL it is in the list, with its credit', async () => {
    const jun = await person()
    await withoutWebGl(jun)
    await jun.logIn(await makeGuest(kernel, place, 'jun'))
    await enter(jun, place)
    await expect(jun.page.getByText(CREDIT)).toHaveCount(2)
    await jun.shoot('434-model-in-list')
  })
})
