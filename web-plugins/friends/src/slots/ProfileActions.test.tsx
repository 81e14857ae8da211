import type { ProfileSlotData } from '@witverse/sdk'
import { person } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { FriendState } from '../api/types'
import { renderFriends } from '../testing/pages'
import ProfileActions from './ProfileActions'

let leave = async () => undefined as unknown
afterEach(() => leave())

const DATA: ProfileSlotData = {
  userId: 'u-theo',
  nickname: 'theo',
  image: null,
  self: false,
  blocked: false,
}

async function open(state: FriendState, options: Parameters<typeof renderFriends>[1] = {}, data = DATA) {
  const page = await renderFriends(<ProfileActions data={data} close={() => undefined} />, {
    ...options,
    answers: {
      'GET /api/v2/relationship/with/theo': {
        payload: { person: person('theo'), state, relationshipId: state === 'none' ? null : 'r1' },
      },
      ...options?.answers,
    },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('sends a friend request and cancels it', async () => {
  const ask = vi.fn(() => ({ payload: { relationshipId: 'r1', status: 0, person: person('theo') } }))
  const page = await open('none', { answers: { 'POST /api/v2/relationship/request/friend': ask } })
  await page.click(page.named('Add friend'))
  await page.settle()
  expect(ask).toHaveBeenCalledWith({ nickname: 'theo' }, expect.anything())
  expect(page.toast()).toBe('Friend request sent to theo.')
  await leave()
  const cancel = vi.fn(() => ({ payload: { cancelled: true } }))
  const sent = await open('sent', { answers: { 'POST /api/v2/relationship/cancel/request': cancel } })
  await sent.click(sent.named('Request sent · Cancel'))
  expect(cancel).toHaveBeenCalledWith({ relationshipId: 'r1' }, expect.anything())
})

it('accepts a friend request', async () => {
  const answer = vi.fn(() => ({ payload: { relationshipId: 'r1', status: 1, person: person('theo') } }))
  const page = await open('received', { answers: { 'POST /api/v2/relationship/process/request': answer } })
  await page.click(page.named('Accept friend request'))
  expect(answer).toHaveBeenCalledWith({ relationshipId: 'r1', approve: true }, expect.anything())
})

it('offers a gift only to friends', async () => {
  const page = await open('friends')
  await page.click(page.named('Send a gift'))
  expect(page.modal()?.id).toBe('gift-wizard')
  await leave()
  const stranger = await open('none')
  expect(() => stranger.named('Send a gift')).toThrow()
})

it('opens the login for visitors and shows nothing on the own profile or for blocked people', async () => {
  const visitor = await open('none', { visitor: true })
  await visitor.click(visitor.named('Add friend'))
  expect(visitor.modal()?.id).toBe('sign-in')
  for (const data of [
    { ...DATA, self: true },
    { ...DATA, blocked: true },
  ]) {
    await leave()
    const page = await open('none', {}, data)
    expect(page.container.querySelector('button')).toBeNull()
  }
})
