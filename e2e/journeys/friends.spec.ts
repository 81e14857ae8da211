// Two people concurrently: a request, a friendship, and its end.
import { makeMember } from '../lib/accounts.mjs'
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { befriend, callAs, expectUnread, idOf } from '../lib/social'
import { expect, test } from '../lib/test'

test('a request is found, sent and accepted, and the other side sees it without a reload', async ({
  kernel,
  person,
}) => {
  const [a, b] = [await makeMember(kernel, 'ada'), await makeMember(kernel, 'ben')]
  const ada = await person()
  const ben = await person({ width: 390, touch: true, theme: 'dark' })
  await ada.logIn(a)
  await ben.logIn(b)
  await expect(ada.accountButton).toBeVisible()
  await expect(ben.accountButton).toBeVisible()
  await ada.goto('/friends')
  await expect(ada.heading('friends:none.title')).toBeVisible()
  await ada.role('link', 'friends:none.action', {}, ada.main).last().click()
  await ada.expectPath('/friends?tab=find')
  await ben.goto('/friends?tab=requests')
  await expect(ben.text('friends:requests.receivedNone')).toBeVisible()

  await ada.fill({ search: b.nickname })
  const found = ada.role('list', 'friends:find.results').getByRole('listitem').filter({ hasText: b.nickname })
  await expect(found).toBeVisible()
  await ada.field('search').press('ArrowDown')
  await ada.page.keyboard.press('Enter')
  await ada.expectToast('friends:said.asked', { name: b.nickname })
  await expect(found).toContainText(ada.t('friends:states.sent'))
  await ada.shoot('200-asked')

  const accept = ben.button('friends:acceptOne', { name: a.nickname })
  await expect(accept).toBeVisible()
  await expectUnread(ben, 1)
  await ben.shoot('201-requested')
  const request = { nickname: b.nickname }
  const again = await kernel.call(
    'POST',
    '/api/v2/relationship/request/friend',
    request,
    await ada.stored('token'),
  )
  expect(again.code).toBe('friend_request_exists')

  await ada.goto('/friends?tab=requests')
  const cancel = ada.button('friends:cancelOne', { name: b.nickname })
  await expect(cancel).toBeVisible()
  await accept.click()
  await ben.expectToast('friends:said.accepted', { name: a.nickname })
  await expect(cancel).toBeHidden()
  await ada.goto('/friends')
  await expect(ada.button('friends:giftTo', { name: b.nickname })).toBeVisible()

  await ben.goto(`/user/${await idOf(kernel, a)}`)
  await expect(ben.button('friends:gift')).toBeVisible()
  await ben.shoot('202-friend-page')
  await ben.button('friends:friendsWith', { name: a.nickname }).click()
  await ben.inDialog('friends:remove.action').click()
  await ben.expectToast('friends:said.removed', { name: a.nickname })
  await expect(ben.button('friends:add')).toBeVisible()
  await expect(ada.heading('friends:none.title')).toBeVisible()
})

test('a friend sees where a person is, joins them there, and no longer when they hide', async ({
  kernel,
  person,
}) => {
  const place = await makeBlock(kernel, 'near')
  const guest = await makeGuest(kernel, place, 'mina')
  await befriend(kernel, place.owner, guest)
  const [host, mina] = [await person(), await person({ width: 390, touch: true })]
  for (const one of [host, mina]) await withoutWebGl(one)
  await host.logIn(place.owner)
  await mina.logIn(guest)
  await mina.goto('/')
  await mina.expectPath(`/${place.worldName}`)
  await enter(host, place)
  const join = mina.page
    .getByRole('link', { name: place.owner.nickname })
    .and(mina.page.locator('.wv-button'))
  await expect(join, 'without a reload').toBeVisible()
  await mina.shoot('203-friend-in-a-block')
  await join.click()
  await expect(host.button('blocks:people.button', { count: 2 })).toBeVisible()

  await mina.goto('/friends')
  await expect(mina.text('friends:present.none')).toBeHidden()
  await mina.shoot('204-where-friends-are')
  await callAs(kernel, place.owner, 'PUT', '/api/v2/relationship/presence/audience', { audience: 'nobody' })
  await expect(mina.text('friends:present.none'), 'at once').toBeVisible()
})
