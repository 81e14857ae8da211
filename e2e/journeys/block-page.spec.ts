// The page of a block: its gallery, and comments of the people who may enter it.
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test('people comment on a block; its maker hides a comment', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'page')
  const address = `/block/${place.blockId}`
  const [host, mina, visitor] = [await person(), await person({ width: 390, touch: true }), await person()]
  await host.logIn(place.owner)
  await mina.logIn(await makeGuest(kernel, place, 'mina'))

  await mina.goto(address)
  await expect(mina.page.getByRole('heading', { level: 1 })).toBeVisible()
  await mina.fill({ comment: '조명이 아늑합니다' })
  await mina.field('comment').press('Enter')
  await expect(mina.text('community:said.commentPosted')).toBeVisible()
  await mina.shoot('430-block-page')

  await visitor.goto(address)
  await expect(visitor.main.getByText('조명이 아늑합니다')).toBeVisible()
  await expect(visitor.field('comment')).toBeHidden()

  // In the room, the gallery is a dialog.
  await withoutWebGl(host)
  await enter(host, place)
  await host.button('blocks:room.about').click()
  await expect(host.dialog.getByText('조명이 아늑합니다')).toBeVisible()
  await host.shoot('431-gallery-in-the-room')
  await host.escape()
  await host.goto(address)
  await host.main.getByRole('button', { name: host.t('community:menu.hide') }).click()
  await host.fill({ reason: 'off topic' })
  await host.inDialog('community:hide.action').click()
  await expect(host.text('community:comments.hiddenByModerator')).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.text('community:comments.noneReader')).toBeVisible()
})

test('a private block keeps its comments', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'quiet', { access: 'owner' })
  const comments = `/api/v2/comments/block/${place.blockId}`
  await callAs(kernel, place.owner, 'POST', comments, { text: 'between us' })
  const visitor = await person()
  await visitor.goto(`/block/${place.blockId}`)
  await expect(visitor.text('blocks-about:locked')).toBeVisible()
  await expect(visitor.main.getByText('between us')).toHaveCount(0)
  await visitor.shoot('432-private-block')
})
