// Test helpers: a page of the friends plugin over a mocked network, with sample people.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Friend, FriendRequest, FriendState } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const friend = (nickname: string): Friend => ({ ...person(nickname), since: '2026-11-02T03:00:00Z' })

export const request = (nickname: string, direction: FriendRequest['direction']): FriendRequest => ({
  relationshipId: `r-${nickname}`,
  direction,
  person: person(nickname),
  requestedAt: new Date().toISOString(),
  status: 0,
})

export const found = (nickname: string, state: FriendState) => ({ ...person(nickname), state })

export async function renderFriends(page: ReactNode, { user, answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'friends',
    texts: { ko, en },
    plugins: { friends: { '/friends': 'friends' }, gifts: { '/gifts': 'gifts' } },
    user: { id: 'me', worldName: 'orbit', ...user },
    ...options,
    answers: {
      'GET /api/v2/relationship/summary': { payload: { friends: 2, received: 1, sent: 0 } },
      'GET /api/v2/relationship/get/friends': list(friend('theo'), friend('sora')),
      'GET /api/v2/relationship/suggestions': { payload: { items: [person('neighbour')] } },
      ...answers,
    },
  })
}
