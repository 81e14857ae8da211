import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { found, renderFriends, request } from '../testing/pages'
import FriendsPage from './FriendsPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = NonNullable<Parameters<typeof renderFriends>[1]>

async function open(answers: Record<string, unknown> = {}, options: Options = {}) {
  const page = await renderFriends(<FriendsPage />, { path: '/friends', ...options, answers })
  leave = page.unmount
  return page
}

const LISTS = {
  'GET /api/v2/relationship/requests': (_: unknown, { url }: Request) =>
    url.includes('direction=received') ? list(request('rui', 'received')) : list(request('ana', 'sent')),
}

it('asks visitors who they are, and people without a nickname for one', async () => {
  const visitor = await open({}, { visitor: true })
  await visitor.click(visitor.named('Log in'))
  expect(visitor.modal()?.id).toBe('sign-in')
  await leave()
  const nameless = await open({}, { user: { nickname: null, hasNickname: false } })
  await nameless.click(nameless.named('Choose a nickname'))
  expect(nameless.modal()?.id).toBe('nickname')
})

it('shows friends, and how many requests wait', async () => {
  const page = await open()
  expect(page.shown()).toContain('2 windows are lit for you.')
  expect(page.shown()).toContain('Friends since 2026.11.02')
  expect(page.shown()).toContain('1 request waits for your answer')
})

it('says what to do where there is nobody', async () => {
  const page = await open({ 'GET /api/v2/relationship/get/friends': list() })
  expect(page.shown()).toContain('No friends yet')
  expect(page.container.querySelector('.wv-empty a')?.getAttribute('href')).toBe('/friends?tab=find')
})

it('says why the list cannot be shown, and asks again', async () => {
  const language = { ko: '잠시 후', en: 'Please try again later.' }
  const answer = vi.fn(() => problem(503, 'unavailable', { language }) as unknown)
  const page = await open({ 'GET /api/v2/relationship/get/friends': answer })
  expect(page.shown()).toContain('Please try again later.')
  answer.mockReturnValue(list())
  await page.click(page.named('Try again'))
  await page.settle()
  expect(page.shown()).toContain('No friends yet')
})

it('opens the gift wizard for a friend', async () => {
  const page = await open()
  await page.click(page.named('Send theo a gift'))
  expect(page.modal()).toEqual({
    id: 'gift-wizard',
    data: { friendId: 'u-theo', friendName: 'theo', friendImage: null },
  })
})

it('removes a friend after asking, at once and for good', async () => {
  const remove = vi.fn(() => ({ payload: { deleted: true } }))
  const page = await open({ 'POST /api/v2/relationship/delete/friend': remove })
  await page.click(page.named('Remove theo from your friends'))
  expect(remove).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(remove).toHaveBeenCalledWith({ nickname: 'theo' }, expect.anything())
  expect(page.toast()).toBe('theo is no longer among your friends.')
})

it('puts a friend back whom the platform did not remove', async () => {
  const page = await open({ 'POST /api/v2/relationship/delete/friend': problem(404, 'not_friends') })
  await page.click(page.named('Remove theo from your friends'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  await page.settle()
  expect(page.toast()).toBe('not_friends')
  expect(page.named('Send theo a gift')).toBeTruthy()
})

it('accepts and rejects what was received, and takes back what was sent', async () => {
  const answer = vi.fn((body: unknown) => {
    const { approve } = body as { approve: boolean }
    return { payload: { relationshipId: 'r-rui', status: approve ? 1 : 2, person: person('rui') } }
  })
  const cancel = vi.fn(() => ({ payload: { cancelled: true } }))
  const page = await open(
    {
      ...LISTS,
      'POST /api/v2/relationship/process/request': answer,
      'POST /api/v2/relationship/cancel/request': cancel,
    },
    { path: '/friends?tab=requests' },
  )
  await page.click(page.named('Accept the request of rui'))
  await page.settle()
  expect(page.toast()).toBe('You and rui are friends now.')
  expect(answer).toHaveBeenCalledWith({ relationshipId: 'r-rui', approve: true }, expect.anything())
  await page.click(page.named('Reject the request of rui'))
  await page.settle()
  expect(answer).toHaveBeenLastCalledWith({ relationshipId: 'r-rui', approve: false }, expect.anything())
  await page.click(page.named('Cancel the request to ana'))
  await page.settle()
  expect(cancel).toHaveBeenCalledWith({ relationshipId: 'r-ana' }, expect.anything())
})

it('shows an answer before the platform has given it', async () => {
  const page = await open(
    { ...LISTS, 'POST /api/v2/relationship/process/request': () => new Promise(() => undefined) },
    { path: '/friends?tab=requests' },
  )
  await page.click(page.named('Accept the request of rui'))
  await page.settle()
  expect(page.shown()).toContain('Nobody waits for your answer.')
})

it('searches once the typing stops, and at once on Enter', async () => {
  const search = vi.fn(() => ({
    payload: {
      items: [
        found('mira', 'none'),
        found('milo', 'sent'),
        found('min', 'received'),
        found('mia', 'friends'),
      ],
    },
  }))
  const page = await open({ 'POST /api/v2/relationship/search': search }, { path: '/friends?tab=find' })
  expect(page.shown()).toContain('People of orbit')
  await page.fill({ search: 'Mi' })
  expect(search).not.toHaveBeenCalled()
  await page.until(() => search.mock.calls.length > 0)
  expect(search).toHaveBeenCalledWith({ searchData: 'mi' }, expect.anything())
  await page.settle()
  for (const said of ['Request sent', 'Would like to be your friend', 'Friends']) {
    expect(page.shown()).toContain(said)
  }
  await page.fill({ search: 'mir' })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
  expect(search).toHaveBeenLastCalledWith({ searchData: 'mir' }, expect.anything())
  // The keyboard goes from the field to those who can be asked, and back.
  const field = page.container.querySelector<HTMLInputElement>('[name=search]')
  field?.focus()
  await page.press(field, 'ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add friend: mira')
  await page.press(document.activeElement, 'ArrowUp')
  expect(document.activeElement).toBe(field)
})

it('asks somebody, and shows that it has', async () => {
  const page = await open(
    {
      'POST /api/v2/relationship/search': { payload: { items: [found('mira', 'none')] } },
      'POST /api/v2/relationship/request/friend': () => new Promise(() => undefined),
    },
    { path: '/friends?tab=find' },
  )
  await page.fill({ search: 'mira' })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
  await page.click(page.named('Add friend: mira'))
  await page.settle()
  expect(page.shown()).toContain('Request sent')
})

it('says what the platform says to a second request', async () => {
  const language = { ko: '이미 친구 요청을 보냈습니다.', en: 'You have already sent a friend request.' }
  const page = await open(
    {
      'POST /api/v2/relationship/request/friend': problem(409, 'friend_request_exists', { language }),
    },
    { path: '/friends?tab=find' },
  )
  await page.click(page.named('Add friend: neighbour'))
  await page.settle()
  expect(page.toast()).toBe('You have already sent a friend request.')
})
