// The community of a world: a member with a membership posts with an image, a reader sees why they cannot, and an
// administrator pins and hides; announcements are read in both languages.
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
  await expect(shown).toBeVisible()
  // What loads above a post moves its open menu.
  await editor.expectLoaded()
  await shown
    .getByRole('button', { name: editor.t('community:post.menu', { name: writer.nickname }) })
    .click()
  await editor.pressUntil(editor.role('menuitem', 'community:menu.pin'), (timeout) =>
    expect(editor.status(editor.t('community:said.pinned'))).toBeVisible({ timeout }),
  )
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

test('an administrator announces in both languages, and a visitor reads it in each', async ({
  kernel,
  person,
}) => {
  const worldName = `news${Date.now().toString(36).slice(-5)}`
  const owner = await makeAccount(kernel, 'herald')
  await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, hue: 140 })
  const texts = {
    'title.ko': '겨울 축제가 열립니다',
    'title.en': 'The winter festival opens',
    'content.ko': '12월 1일 오후 7시, 광장에서 만나요.',
    'content.en': 'Meet us on the square on 1 December at 7 p.m.',
  }

  const herald = await person({ script: axe })
  await herald.logIn(owner)
  await herald.goto(`/${worldName}/post`)
  await herald.link('community:announcements.new').click()
  await herald.expectPath(`/${worldName}/announcement/create`)
  await herald.fill({ ...texts, 'content.en': '' })
  await herald.button('community:announcements.create').click()
  await herald.expectFieldError('content.en', 'community:announcements.required')
  await herald.fill(texts)
  await look(herald, '333-announcement-form')
  await herald.button('community:announcements.create').click()
  await herald.expectToast('community:said.published')
  await herald.expectPath(`/${worldName}/post`)

  const menu = async (title: string, entry: 'menu.pin' | 'menu.edit' | 'menu.delete') => {
    const label = herald.t('community:announcements.menu', { title })
    const announcement = herald.main.getByRole('group').filter({ hasText: title })
    if ((await announcement.getAttribute('open')) === null) await announcement.getByText(title).click()
    await herald.main.getByRole('button', { name: label }).click()
    await herald.role('menuitem', `community:${entry}`).click()
  }
  await menu(texts['title.en'], 'menu.pin')
  await herald.expectToast('community:said.pinned')

  const korean = await person({ width: 390, touch: true, language: 'ko', script: axe })
  const english = await person({ script: axe })
  const readers = [
    [korean, texts['title.ko'], texts['content.ko']],
    [english, texts['title.en'], texts['content.en']],
  ] as const
  for (const [reader, title, content] of readers) {
    await reader.goto(`/${worldName}`)
    const announcement = reader.main.getByRole('group').filter({ hasText: title })
    await expect(announcement).toContainText(reader.t('community:announcements.pinned'))
    await announcement.getByText(title).click()
    await expect(reader.main.getByText(content)).toBeVisible()
    await expect(reader.link('community:announcements.new')).toHaveCount(0)
  }
  await look(korean, '334-announcement-visitor')

  await menu(texts['title.en'], 'menu.edit')
  await expect(herald.field('title.ko')).toHaveValue(texts['title.ko'])
  await herald.fill({
    'title.en': 'The festival moved to Sunday',
    'title.ko': '축제가 일요일로 바뀌었습니다',
  })
  await herald.button('community:announcements.save').click()
  await herald.expectToast('community:said.saved')
  for (const [reader, title] of [
    [korean, '축제가 일요일로 바뀌었습니다'],
    [english, 'The festival moved to Sunday'],
  ] as const) {
    await reader.page.reload()
    await expect(reader.main.getByText(title)).toBeVisible()
  }

  await menu('The festival moved to Sunday', 'menu.delete')
  await herald.inDialog('community:delete.action').click()
  await herald.expectToast('community:said.deleted')
  await expect(herald.text('community:announcements.noneAdmin')).toBeVisible()
  for (const reader of [korean, english]) {
    await reader.page.reload()
    await expect(reader.text('community:announcements.none')).toBeVisible()
  }
})
