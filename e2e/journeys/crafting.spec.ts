// Crafting: a collection, a draft that survives a reload, a sound that is played, numbered items, and a ticket that is used
// up. Another person sees who made it. Comments on it in the maker's gallery.
import { makeAccount } from '../lib/accounts.mjs'
import { makeModel } from '../lib/models'
import { makePicture } from '../lib/pictures'
import { tone } from '../lib/sounds'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 240_000 })

test('a person makes a sound and a ticket, and uses the ticket', async ({ kernel, person }) => {
  const maya = await person({ width: 768 })
  await maya.logIn(await makeAccount(kernel, 'maya', { world: 'hanok' }))
  await maya.goto('/crafting')
  const start = maya.link('items:craft.start')
  await start.click()
  await expect(maya.heading('items:craft.title')).toBeVisible()

  await test.step('without anything, every missing part is named', async () => {
    await maya.button('items:craft.make').click()
    await expect(maya.text('items:craft.problems.collection')).toBeVisible()
    await expect(maya.text('items:craft.problems.image')).toBeVisible()
    await maya.shoot('480-craft-problems')
  })

  await test.step('a collection is created in a dialog', async () => {
    await maya.button('items:craft.collection.new').click()
    const dialog = maya.dialog
    await dialog.locator('[name="name.ko"]').fill('밤의 소리')
    await dialog.locator('[name="name.en"]').fill('Sounds of the night')
    await dialog.locator('[name="supply"]').fill('20')
    await dialog.locator('[name="royalty"]').fill('12')
    await maya.inDialog('items:craft.collection.make').click()
    await expect(dialog.getByText(maya.t('items:craft.problems.royalty'))).toBeVisible()
    await dialog.locator('[name="royalty"]').fill('2.5')
    await maya.shoot('481-craft-collection')
    await maya.inDialog('items:craft.collection.make').click()
    await maya.expectToast('items:craft.collection.made')
    await expect(dialog).toBeHidden()
  })

  const picture = await makePicture(maya, 'cover.png', 256)
  const files = maya.main.locator('input[type=file]')
  await test.step('what was typed and uploaded survives a reload', async () => {
    await maya.field('type', 'audio').check()
    await files.first().setInputFiles(picture)
    await expect(maya.page.locator('.it-preview img')).toBeVisible({ timeout: 30_000 })
    await files.nth(1).setInputFiles({ name: 'tone.wav', mimeType: 'audio/wav', buffer: tone() })
    // Its name is shown from the beginning of the upload.
    await expect(maya.button('kit-files:changeFile')).toBeVisible({ timeout: 30_000 })
    await maya.fill({ 'name.ko': '귀뚜라미', 'name.en': 'Cricket', quantity: '2' })
    await maya.page.reload()
    await expect(maya.field('name.en')).toHaveValue('Cricket')
    await expect(maya.page.getByText('tone.wav')).toBeVisible()
    await expect(maya.page.locator('.it-preview img')).toBeVisible()
    await maya.shoot('482-craft-form')
  })

  await test.step('two numbered items are made after a question', async () => {
    await maya.button('items:craft.make').click()
    await maya.inDialog('items:craft.make').click()
    await maya.expectToast('items:craft.made', { count: 2 })
    await expect(maya.heading('items:title')).toBeHidden()
    await expect(maya.page.getByText('#1', { exact: true })).toBeVisible()
    await expect(maya.page.getByText('#2', { exact: true })).toBeVisible()
    await maya.shoot('483-collection')
  })

  await test.step('another person sees who made it, and plays the sound', async () => {
    const theo = await person()
    await theo.goto(new URL(maya.page.url()).pathname)
    await expect(theo.page.getByText('maya').first()).toBeVisible()
    await theo.page.getByText('#1', { exact: true }).click()
    await theo.button('items:media.play', { name: theo.language === 'ko' ? '귀뚜라미' : 'Cricket' }).click()
    await expect(theo.page.getByRole('slider')).toHaveAttribute('aria-valuemax', '1')
    await expect(theo.page.locator('.it-wave rect').first()).toBeVisible()
    await theo.shoot('484-item-sound')
  })

  await test.step('a ticket is made and used up', async () => {
    await maya.goto('/crafting/item')
    await expect(maya.field('name.en')).toHaveValue('')
    await maya.field('type', 'consumable').check()
    await files.first().setInputFiles(picture)
    await expect(maya.page.locator('.it-preview img')).toBeVisible({ timeout: 30_000 })
    await maya.fill({ 'name.ko': '입장권', 'name.en': 'Ticket' })
    await maya.button('items:craft.make').click()
    await maya.inDialog('items:craft.make').click()
    await maya.expectToast('items:craft.made', { count: 1 })
    await maya.button('items:useUp.action').click()
    await maya.inDialog('items:useUp.action').click()
    await maya.expectToast('items:useUp.done')
    await expect(maya.button('items:useUp.action')).toBeHidden()
    await expect(maya.text('items:used')).toBeVisible()
  })

  await test.step('a block has a 3D model, which turns', async () => {
    await maya.goto('/crafting/item')
    await maya.field('type', 'block').check()
    await files.first().setInputFiles(picture)
    await expect(maya.page.locator('.it-preview img')).toBeVisible({ timeout: 30_000 })
    await files.nth(1).setInputFiles(makeModel('wave.glb', 12))
    await expect(maya.button('kit-files:changeFile')).toBeVisible({ timeout: 30_000 })
    await maya.fill({ 'name.ko': '물결', 'name.en': 'Wave' })
    await maya.button('items:craft.make').click()
    await maya.inDialog('items:craft.make').click()
    await maya.expectToast('items:craft.made', { count: 1 })
    await expect(maya.button('blocks:model.right')).toBeVisible({ timeout: 60_000 })
    await maya.button('blocks:model.right').click()
    await maya.shoot('489-item-model')
  })

  await test.step('comments of the gallery are counted, read and written without leaving the profile', async () => {
    await maya.goto('/profile')
    const item = maya.language === 'ko' ? '입장권' : 'Ticket'
    await maya.button('items:comments.ofNone', { item }).click()
    await maya.dialog.getByRole('textbox').fill('Made tonight')
    await maya.inDialog('community:comments.send').click()
    await maya.expectToast('community:said.commentPosted')
    await expect(maya.dialog.getByText('Made tonight')).toBeVisible()
    await maya.shoot('485-gallery-comments')
    await maya.page.keyboard.press('Escape')
    await expect(maya.button('items:comments.of', { item, shown: 1 })).toBeVisible()
    await maya.expectPath('/profile')
  })
})
