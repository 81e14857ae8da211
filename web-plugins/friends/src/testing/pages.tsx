// For tests: a page of friends over a mocked network, and people as the platform answers them.
import { type Person, PluginProvider } from '@witverse/sdk'
import { renderPage } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Friend, FriendRequest, FriendState } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = NonNullable<Parameters<typeof renderPage>[1]>

export const person = (nickname: string): Person => ({ userId: `u-${nickname}`, nickname, thumbnail: null })

export const friend = (nickname: string): Friend => ({ ...person(nickname), since: '2026-11-02T03:00:00Z' })

export const request = (nickname: string, direction: FriendRequest['direction']): FriendRequest => ({
  relationshipId: `r-${nickname}`,
  direction,
  person: person(nickname),
  requestedAt: new Date().toISOString(),
  status: 0,
})

export const found = (nickname: string, state: FriendState) => ({ ...person(nickname), state })

export const list = <T,>(...items: T[]) => ({ payload: { items, nextCursor: null } })

const title = { ko: '친구', en: 'Friends' }
const plugin = (id: string, path: string) => ({
  id,
  version: '0.1.0',
  entry: '',
  integrity: {},
  slots: [],
  routes: [{ path, page: id, title }],
})

const USER = { id: 'me', email: 'mina@witverse.com', nickname: 'mina', hasNickname: true, worldName: 'orbit' }

interface More {
  /** Somebody else, or nobody. */
  user?: object | null
}

export async function renderFriends(page: ReactNode, { user, answers, ...options }: Options & More = {}) {
  const caller =
    user === null
      ? { status: 'visitor' as const, user: null }
      : { status: 'member' as const, user: { ...USER, ...user } as never }
  const rendered = await renderPage(<PluginProvider value="friends">{page}</PluginProvider>, {
    ...options,
    boot: { plugins: [plugin('friends', '/friends'), plugin('gifts', '/gifts')] },
    messages: { friends: { ko, en } },
    state: { caller, ...options.state },
    answers: {
      'GET /api/v2/relationship/summary': { payload: { friends: 2, received: 1, sent: 0 } },
      'GET /api/v2/relationship/get/friends': list(friend('theo'), friend('sora')),
      'GET /api/v2/relationship/suggestions': { payload: { items: [person('neighbour')] } },
      ...answers,
    },
  })
  await rendered.settle()
  return {
    ...rendered,
    shown: () => document.body.textContent ?? '',
    toast: () => rendered.host.store.getState().toast?.text,
    modal: () => rendered.host.store.getState().modals.at(-1),
  }
}
