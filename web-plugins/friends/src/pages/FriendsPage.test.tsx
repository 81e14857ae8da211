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

it('asks visitors to log in and members without a nickname to choose one', async () => {
  const visitor = await open({}, { visitor: true })
  await visitor.click(visitor.named('Log in'))
  expect(visitor.modal()?.id).toBe('sign-in')
  await leave()
  const nameless = await open({}, { user: { nickname: null, hasNickname: false } })
  await nameless.click(nameless.named('Choose a nickname'))
  expect(nameless.modal()?.id).toBe('nickname')
})

it('shows friends and the number of received requests', async () => {
  const page = await open()
  expect(page.shown()).toContain('You have 2 friends.')
  expect(page.shown()).toContain('Friends since 2026.11.02')
  expect(page.shown()).toContain('1 request waiting')
})

it('shows the first tab for a tab that does not exist', async () => {
  const page = await open({}, { path: '/friends?tab=constructor' })
  expect(page.container.querySelector('[aria-current=page]')?.textContent).toContain('My friends')
})

it('shows an empty state with a link to the search', async () => {
  const page = await open({ 'GET /api/v2/relationship/get/friends': list() })
  expect(page.shown()).toContain('No friends yet')
  expect(page.container.querySelector('.wv-empty a')?.getAttribute('href')).toBe('/friends?tab=find')
})

it('shows the error of the list and retries', async () => {
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

it('removes a friend after a confirmation, optimistically', async () => {
  const remove = vi.fn(() => ({ payload: { deleted: true } }))
  const page = await open({ 'POST /api/v2/relationship/delete/friend': remove })
  await page.click(page.named('Remove theo from your friends'))
  expect(remove).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(remove).toHaveBeenCalledWith({ nickname: 'theo' }, expect.anything())
  expect(page.toast()).toBe('You removed theo from your friends.')
})

it('restores a friend if the removal fails', async () => {
  const page = await open({ 'POST /api/v2/relationship/delete/friend': problem(404, 'not_friends') })
  await page.click(page.named('Remove theo from your friends'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  await page.settle()
  expect(page.toast()).toBe('not_friends')
  expect(page.named('Send theo a gift')).toBeTruthy()
})

it('accepts and declines received requests and cancels sent ones', async () => {
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
  await page.click(page.named("Accept rui's request"))
  await page.settle()
  expect(page.toast()).toBe('You and rui are now friends.')
  expect(answer).toHaveBeenCalledWith({ relationshipId: 'r-rui', approve: true }, expect.anything())
  await page.click(page.named("Decline rui's request"))
  await page.settle()
  expect(answer).toHaveBeenLastCalledWith({ relationshipId: 'r-rui', approve: false }, expect.anything())
  await page.click(page.named('Cancel the request to ana'))
  await page.settle()
  expect(cancel).toHaveBeenCalledWith({ relationshipId: 'r-ana' }, expect.anything())
})

it('shows an answer before the server confirms it', async () => {
  const page = await open(
    { ...LISTS, 'POST /api/v2/relationship/process/request': () => new Promise(() => undefined) },
    { path: '/friends?tab=requests' },
  )
  await page.click(page.named("Accept rui's request"))
  await page.settle()
  expect(page.shown()).toContain('No requests.')
})

it('searches after a delay, and at once on Enter', async () => {
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
  expect(page.shown()).toContain('People in orbit')
  await page.fill({ search: 'Mi' })
  expect(search).not.toHaveBeenCalled()
  await page.until(() => search.mock.calls.length > 0)
  expect(search).toHaveBeenCalledWith({ searchData: 'mi' }, expect.anything())
  await page.settle()
  for (const said of ['Request sent', 'Wants to be your friend', 'Friends']) {
    expect(page.shown()).toContain(said)
  }
  await page.fill({ search: 'mir' })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
  expect(search).toHaveBeenLastCalledWith({ searchData: 'mir' }, expect.anything())
  // The arrow keys move from the field to the results with an action, and back.
  const field = page.container.querySelector<HTMLInputElement>('[name=search]')
  field?.focus()
  await page.press(field, 'ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add friend: mira')
  await page.press(document.activeElement, 'ArrowUp')
  expect(document.activeElement).toBe(field)
})

it('sends a request and shows it as sent', async () => {
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

it('shows the server’s error for a second request', async () => {
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

it('says where friends are, and lets one hide oneself', async () => {
  const here = {
    ...{ person: person('theo'), blockId: 'b1', people: 3, link: '/hanok/plaza' },
    title: { ko: '마당', en: 'Courtyard' },
  }
  const choose = vi.fn((_: unknown) => ({ payload: { audience: 'nobody' } }))
  const page = await open({
    'GET /api/v2/relationship/presence': { payload: { audience: 'friends', items: [here] } },
    'PUT /api/v2/relationship/presence/audience': choose,
  })
  expect(page.shown()).toContain('In Courtyard · 3 people')
  expect(page.named('Join theo in Courtyard').getAttribute('href')).toBe('/hanok/plaza')
  await page.fill({ audience: 'nobody' })
  await page.settle()
  expect(choose.mock.calls[0]?.[0]).toEqual({ audience: 'nobody' })
})

it('says that no friend is out', async () => {
  const page = await open({
    'GET /api/v2/relationship/presence': { payload: { audience: 'nobody', items: [] } },
  })
  expect(page.shown()).toContain('None of your friends are in a block right now.')
})
