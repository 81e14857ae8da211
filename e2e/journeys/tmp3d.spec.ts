import { makeAccount } from '../lib/accounts.mjs'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test.use({
  launchOptions: {
    executablePath: '/usr/bin/chromium',
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox'],
  },
})
test('3d', async ({ kernel, person }) => {
  test.setTimeout(240_000)
  const owner = await makeAccount(kernel, 'three')
  const worldName = `three${Date.now().toString(36).slice(-5)}`
  await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const { blockId } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldName}/blocks`, {
    blockName: 'nook',
    type: 'social',
    title: { ko: '등불 정원', en: 'Lantern garden' },
    template: 'lantern-garden',
    access: 'everybody',
  })
  const host = await person()
  await host.logIn(owner)
  await host.goto(`/${worldName}/setting/${blockId}`)
  await expect(host.role('application', 'blocks:editor.keysLabel')).toBeVisible()
  await expect(host.button('blocks:editor.overview')).toBeVisible({ timeout: 60_000 })
  await host.button('blocks:kind.sofa').click()
  await host.page.waitForTimeout(4000)
  await host.page.screenshot({ path: '../target/e2e/t3d-1440.png' })
  // drag what is selected, by its box on the screen
  const box = await host.page.locator('canvas').boundingBox()
  const at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
  const x = host.field('x'),
    z = host.field('z')
  console.log('before', await x.inputValue(), await z.inputValue())
  await host.page.mouse.move(at.x, at.y - 6)
  await host.page.mouse.down()
  await host.page.mouse.move(at.x + 60, at.y + 10, { steps: 4 })
  await host.page.mouse.up()
  await host.page.waitForTimeout(1500)
  if (await x.count())
    console.log(
      'after',
      await x.inputValue(),
      await z.inputValue(),
      await host.page.locator('.bl-said').textContent(),
    )
  await host.button('blocks:editor.preview').click()
  await host.page.waitForTimeout(3000)
  await host.page.screenshot({ path: '../target/e2e/t3d-preview.png' })
  await host.button('blocks:editor.preview').click()
  await host.role('tab', 'blocks:editor.tab.block').click()
  await host.button('blocks:editor.pictures.take').click()
  await expect(host.page.locator('.bl-picture-list img')).toHaveCount(1, { timeout: 30_000 })
  await host.page.locator('.bl-picture-list img').scrollIntoViewIfNeeded()
  await host.page.waitForTimeout(2500)
  await host.page.screenshot({ path: '../target/e2e/t3d-picture.png' })
  await host.role('tab', 'blocks:editor.tab.budget').click()
  await host.page.setViewportSize({ width: 768, height: 1024 })
  await host.page.waitForTimeout(3000)
  await host.page.screenshot({ path: '../target/e2e/t3d-768.png' })
})
