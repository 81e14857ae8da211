// The feed of a world: a member with a membership posts with an image, a reader sees why they cannot, and an
// administrator pins and hides.
import { makeAccount } from '../lib/accounts.mjs'
import { axe, look } from '../lib/looks'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

/** A PNG of one colour, which the browser draws. */
const DRAW = `async (color) => {
  const canvas = new OffscreenCanvas(640, 420)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, 640, 420)
  return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
}`

test('a member posts with an image, and an administrator pins and hides it', async ({ kernel, person }) => {
  const worldName = `feed${Date.now().toString(36).slice(-5)}`
  const owner = await makeAccount(kernel, 'edit')
  const writer = await makeAccount(kernel, 'poet')
  const { worldId: id } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, hue: 205 })
  await callAs(kernel, writer, 'POST', `/api/v2/worlds/user/member?worldId=${id}`)
  const free = { name: { ko: '무료 멤버십', en: 'Free club' }, quantity: 10, price: 0 }
  const { collectionId } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${id}/collections`, free)

  const poet = await person({ width: 390, touch: true, script: axe })
  await poet.logIn(writer)
  await poet.goto(`/${worldName}/post`)
  await expect(poet.main.getByText(poet.t('community:cannot.member', { world: worldName }))).toBeVisible()
  await callAs(kernel, writer, 'POST', `/api/v3/worlds/${id}/collections/${collectionId}/buy`, { price: 0 })
  await poet.fill({ text: 'The first light on the water.' })
  const bytes = (await poet.page.evaluate(`(${DRAW})('#2f6f8f')`)) as number[]
  const picture = { name: 'light.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
  await poet.main.locator('input[type=file]').setInputFiles(picture)
  await expect(poet.main.getByText('light.png')).toBeVisible()
  await expect(poet.main.locator('.wv-file-list img')).toBeVisible()
  await poet.button('community:composer.send').click()
  await poet.expectToast('community:composer.sent')
  const card = poet.main.getByRole('article').filter({ hasText: 'The first light on the water.' })
  await expect(card.locator('img[src^="/files/"]')).toBeVisible()
  await look(poet, '330-feed-writer')

  const reader = await person({ script: axe, language: 'ko', theme: 'dark' })
  await reader.goto(`/${worldName}/post`)
  await expect(reader.text('community:cannot.visitor')).toBeVisible()
  await expect(reader.main.getByText('The first light on the water.')).toBeVisible()
  await look(reader, '331-feed-visitor')

  const editor = await person({ script: axe })
  await editor.logIn(owner)
  await editor.goto(`/${worldName}`)
  const shown = editor.main.getByRole('article').filter({ hasText: 'The first light on the water.' })
  await shown
    .getByRole('button', { name: editor.t('community:post.menu', { name: writer.nickname }) })
    .click()
  await editor.role('menuitem', 'community:menu.pin').click()
  await editor.expectToast('community:said.pinned')
  await expect(editor.main.getByText(editor.t('community:post.pinned')).first()).toBeVisible()
  await look(editor, '332-world-pinned')
  await shown
    .first()
    .getByRole('button', { name: editor.t('community:post.menu', { name: writer.nickname }) })
    .click()
  await editor.role('menuitem', 'community:menu.hide').click()
  await editor.inDialog('community:hide.action').click()
  await editor.expectToast('community:said.hidden')
  await reader.page.reload()
  await expect(reader.text('community:empty.title')).toBeVisible()
  await poet.page.reload()
  await expect(poet.main.getByText(poet.t('community:post.hidden'))).toBeVisible()
})
