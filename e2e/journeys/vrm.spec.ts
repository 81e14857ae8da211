// The own 3D avatar: a file that is too heavy is refused, another one is confirmed and used, people in a block see it, and it
// is removed again.
import { makePicture } from '../lib/pictures'
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs, idOf } from '../lib/social'
import { expect, test } from '../lib/test'
import { makeVrm } from '../lib/vrm'

interface Probe {
  vrms: number
  draws: number
  people: unknown[]
}

test.describe.configure({ timeout: 360_000 })

/** Browsers draw on the processor. */
const SLOW = { timeout: 40_000 }

const LOOK = {
  ...{ body: 'slim', skin: 'sand', face: 'bright', hair: 'bun' },
  ...{ hairColor: 'red', top: 'teal', bottom: 'navy' },
}

test('an own avatar is uploaded, seen by others, and removed', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const place = await makeBlock(kernel, 'vrm')
  const account = await makeGuest(kernel, place, 'mina')
  await callAs(kernel, account, 'PUT', '/api/user/avatars2', LOOK)
  const mina = await person()
  await mina.logIn(account)
  await mina.goto('/custom')
  const section = mina.page.locator('.av-vrm')
  const choose = section.locator('input[type=file]')

  await test.step('a file with too many triangles is refused with the figure', async () => {
    await choose.setInputFiles(makeVrm('heavy.vrm', { version: '0.x', times: 84 }))
    await expect(section.getByRole('alert')).toContainText('15,120')
    await mina.shoot('470-vrm-refused')
  })

  await test.step('the licence of another one asks for a confirmation', async () => {
    const { buffer } = await makePicture(mina, 'dots.png', 64)
    await choose.setInputFiles(makeVrm('me.vrm', { version: '1.0', isOwn: true, png: buffer }))
    await expect(section.getByText('Mina Kim')).toBeVisible()
    const use = section.getByRole('button', { name: mina.t('avatars:vrm.use') })
    await expect(use).toBeDisabled()
    await section.getByRole('checkbox').check()
    await mina.shoot('471-vrm-licence')
    await use.press('Enter')
    await mina.expectToast('avatars:vrm.said.used')
    await expect(section.getByText(mina.t('avatars:vrm.shown'))).toBeVisible()
    await mina.shoot('472-vrm-used')
  })

  const host = await person()
  await host.logIn(place.owner)
  const probe = () =>
    host.page.evaluate(() => (window as unknown as { __room?: { probe(): Probe } }).__room?.probe())

  await test.step('others read who made it', async () => {
    const id = await idOf(kernel, account)
    const { vrm } = await callAs(kernel, place.owner, 'GET', `/api/v2/avatars/users/${id}`)
    expect(vrm.licence.allowedUsers).toBe('onlyAuthor')
    await host.goto(`/user/${id}`)
    await expect(host.page.getByText('Mina Kim')).toBeVisible()
    await host.shoot('473-vrm-credit')
  })

  await test.step('others in a block see it', async () => {
    // On another device, without a picture of her own.
    await mina.goto('/')
    const walker = await person()
    await withoutWebGl(walker)
    await walker.logIn(account)
    await enter(walker, place)
    const loaded = host.page.waitForResponse((response) => response.url().endsWith('/avatar.vrm'), SLOW)
    await host.goto(place.path)
    expect((await loaded).status()).toBe(200)
    // On a busy machine the quality falls until the drawn body is shown again. A page that was just opened begins anew.
    let opened = 0
    await expect(async () => {
      if (++opened > 1) await host.goto(place.path)
      await expect.poll(async () => (await probe())?.vrms, { timeout: 30_000 }).toBe(1)
    }).toPass({ timeout: 120_000 })
    expect((await probe())?.people).toHaveLength(2)
    await host.shoot('474-vrm-in-room')
  })

  await test.step('removed, the chosen look is there again', async () => {
    await mina.goto('/custom')
    // With the keyboard: a click waits for the turning figure, which is drawn on the processor here.
    await section.getByRole('button', { name: mina.t('avatars:vrm.remove') }).press('Enter')
    await mina.expectToast('avatars:vrm.said.removed')
    await expect(section.getByText(mina.t('avatars:vrm.choose'), { exact: true })).toBeVisible()
    await expect.poll(async () => (await probe())?.vrms, SLOW).toBe(0)
    expect((await probe())?.people).toHaveLength(2)
  })
})
