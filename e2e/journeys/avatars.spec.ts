// The avatar: chosen once on `/custom`, seen by others in a block, with gear that changes at any time.
import { logIn, makeAccount } from '../lib/accounts.mjs'
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs, grantItem, idOf } from '../lib/social'
import { expect, test } from '../lib/test'

const LOOK = {
  ...{
    body: 'slim',
    skin: 'sand',
    face: 'bright',
    hair: 'bun',
    hairColor: 'red',
    top: 'teal',
    topStyle: 'hoodie',
    bottom: 'navy',
    bottomStyle: 'jeans',
  },
}

test('a person chooses an avatar once, and others in a block see it', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'look')
  const account = await makeGuest(kernel, place, 'mina')
  const [mina, host] = [await person(), await person()]
  for (const one of [mina, host]) await withoutWebGl(one)
  await host.logIn(place.owner)
  await mina.logIn(account)

  await mina.goto('/custom')
  await expect(mina.heading('avatars:title')).toBeVisible()
  await mina.role('radio', 'avatars:hair.curly').check({ force: true })
  await mina.role('radio', 'avatars:skin.umber').check({ force: true })
  const coat = mina
    .role('group', 'avatars:groups.top')
    .getByRole('radio', { name: mina.t('avatars:top.gold') })
  // With the keyboard: it is below the fold.
  await coat.focus()
  await coat.press('Space')
  await expect(coat).toBeChecked()
  await mina.role('radio', 'avatars:topStyle.cardigan').check({ force: true })
  await mina.role('radio', 'avatars:bottomStyle.pleated').check({ force: true })
  await mina.shoot('450-choice')
  await mina.button('avatars:choose').click()
  await expect(mina.dialog.getByText(mina.t('avatars:confirm.text'))).toBeVisible()
  await mina.shoot('451-confirmation')
  await mina.inDialog('avatars:confirm.action').click()
  await mina.expectToast('avatars:chosen.toast')
  await expect(mina.text('avatars:chosen.note')).toBeVisible()
  await mina.page.reload()
  await expect(mina.text('avatars:chosen.note'), 'it is stored').toBeVisible()

  const stored = await callAs(
    kernel,
    place.owner,
    'GET',
    `/api/v2/avatars/users/${await idOf(kernel, account)}`,
  )
  expect(stored).toMatchObject({
    chosen: true,
    look: { hair: 'curly', skin: 'umber', top: 'gold', topStyle: 'cardigan', bottomStyle: 'pleated' },
  })

  await enter(host, place)
  await enter(mina, place)
  await host.button('blocks:people.button', { count: 2 }).click()
  const row = host.page.getByRole('listitem').filter({ hasText: account.nickname })
  await expect(row.locator('.bl-look [fill="#7c4e35"]').first()).toBeVisible()
  await host.shoot('452-people-with-looks')
})

test('a choice on another device is shown here at once, and a second one is refused', async ({
  kernel,
  person,
}) => {
  const account = await makeAccount(kernel, 'twice')
  const one = await person()
  await withoutWebGl(one)
  await one.logIn(account)
  await one.goto('/custom')
  await one.role('radio', 'avatars:hair.long').check({ force: true })
  await one.button('avatars:choose').click()
  await expect(one.dialog).toBeVisible()
  const chosen = { ...LOOK, hair: 'buzz' }
  await callAs(kernel, account, 'PUT', '/api/user/avatars2', chosen)
  await expect(one.text('avatars:chosen.note')).toBeVisible()
  await expect(one.page.getByText(one.t('avatars:hair.buzz'))).toBeVisible()
  await expect(one.dialog).toBeHidden()
  const token = await logIn(kernel, account)
  const again = await kernel.call('PUT', '/api/user/avatars2', { ...chosen, hair: 'long' }, token)
  expect([again.status, again.code]).toEqual([409, 'avatar_already_chosen'])
})

test('gear is worn and taken off, and the portrait is the picture', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const account = await makeAccount(kernel, 'gear')
  await callAs(kernel, account, 'PUT', '/api/user/avatars2', LOOK)
  await grantItem(kernel, account, 'Gold crown', 'gear', 'star-goggles', { slot: 'head', model: 'crown' })
  const one = await person()
  await withoutWebGl(one)
  await one.logIn(account)
  await one.goto('/custom')
  const name = one.language === 'ko' ? 'Gold crown (한)' : 'Gold crown'
  const item = one.page.getByRole('button', { name })
  await item.click()
  await one.expectToast('avatars:gear.said.worn', { name })
  await one.shoot('453-gear')
  const { default_img: picture, hasImage } = await callAs(kernel, account, 'POST', '/api/user/auth')
  expect(picture).toBe(`/api/v2/user/${await idOf(kernel, account)}/portrait`)
  expect(hasImage).toBe(false)
  await expect(one.button('avatars:chosen.picture'), 'it is the picture already').toBeHidden()
  const shown = one.accountButton.locator('img')
  await expect(shown).toHaveAttribute('src', picture)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await item.click()
  await one.expectToast('avatars:gear.said.off', { name })
  await expect(item).toContainText(one.t('avatars:gear.wear'))
})

test('the preview is a turning figure where there is WebGL', { tag: '@soak' }, async ({ kernel, person }) => {
  const one = await person()
  await one.logIn(await makeAccount(kernel, 'turn'))
  await one.goto('/custom')
  const figure = one.role('img', 'blocks:figure.label')
  await expect(figure).toBeVisible()
  await one.role('radio', 'avatars:preview.dance').check({ force: true })
  await one.shoot('454-figure')
})
