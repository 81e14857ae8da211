// Uploads: the profile picture, and an upload that is cut off by a dropped line and by a reload.
import { writeFile } from 'node:fs/promises'
import { makeMember } from '../lib/accounts.mjs'
import { makePicture } from '../lib/pictures'
import { expect, test } from '../lib/test'

test('a picture is uploaded, shown in the header, and deleted everywhere', async ({ kernel, person }) => {
  const account = await makeMember(kernel, 'ina')
  const ina = await person()
  await ina.logIn(account)
  await ina.goto('/profile')
  await ina.main.locator('input[type=file]').setInputFiles(await makePicture(ina, 'face.png', 200))
  await ina.expectToast('shell-profile:picture.changed')
  const shown = ina.main.locator('.pf-who img')
  await expect(shown).toHaveAttribute('src', /^\/files\/.+\/256\.webp$/)
  await expect(ina.accountButton.locator('img')).toHaveAttribute('src', /^\/files\//)
  await ina.goto('/profile/media')
  await expect(ina.main.getByText('face.png')).toBeVisible()
  await expect(ina.main.getByText(ina.t('shell-profile:media.profile'))).toBeVisible()
  await ina.main.getByRole('button', { name: /face\.png/ }).click()
  await ina.inDialog('shell-profile:media.delete').click()
  await ina.expectToast('shell-profile:media.deleted')
  await expect(ina.accountButton.locator('img'), 'the portrait').toHaveAttribute(
    'src',
    /^\/api\/v2\/user\/.+\/portrait$/,
  )
})

test('an upload that was cut off continues after a dropped line and after a reload', {
  tag: '@soak',
}, async ({ kernel, person }) => {
  const account = await makeMember(kernel, 'jun')
  const jun = await person()
  await jun.logIn(account)
  await jun.goto('/profile')
  const { buffer } = await makePicture(jun, 'large.png', 1100)
  expect(buffer.length).toBeGreaterThan(3_000_000)
  // A file on disk: the browser recognises it after the reload by its name, size and date.
  const picture = test.info().outputPath('large.png')
  await writeFile(picture, buffer)
  let parts = 0
  let created = 0
  let isBroken = true
  await jun.page.route('**/api/files**', async (route) => {
    const method = route.request().method()
    if (method === 'POST') created += 1
    if (method === 'PATCH') parts += 1
    // After the first part the line is dropped, for this part and everything after it.
    if (isBroken && (method === 'HEAD' || (method === 'PATCH' && parts > 1))) return route.abort()
    return route.continue()
  })
  const choose = () => jun.main.locator('input[type=file]').setInputFiles(picture)
  await choose()
  await expect(jun.main.getByText(/Waiting for a connection/)).toBeVisible()
  await jun.page.reload()
  isBroken = false
  const offsets: string[] = []
  jun.page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  await choose()
  await jun.expectToast('shell-profile:picture.changed')
  expect(created).toBe(1)
  expect(Number(offsets[0])).toBeGreaterThan(0)
  await expect(jun.main.locator('.pf-who img')).toBeVisible()
})
