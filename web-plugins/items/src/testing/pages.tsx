// For tests: items over a mocked network, and things as the platform answers them.
import { PluginProvider } from '@witverse/sdk'
import { renderPage } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import type { Item } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { ITEM, person } from './chain'

type Options = NonNullable<Parameters<typeof renderPage>[1]>

export const item = (facts: Partial<Item> = {}): Item => ({
  itemId: ITEM,
  name: { ko: '달고양이', en: 'Moon Cat' },
  description: { ko: '보름달을 좋아합니다.', en: 'Likes the full moon.' },
  type: 'pfp',
  thumbnailUrl: '/cat.svg',
  collection: { collectionId: 'c1', name: { ko: '달빛 친구들', en: 'Moonlit Friends' } },
  owner: person('mina'),
  madeAt: '2026-11-10T03:00:00Z',
  edition: 7,
  lock: null,
  used: false,
  ...facts,
})

export const list = <T,>(...items: T[]) => ({ payload: { items, nextCursor: null } })

const plugin = (id: string, routes: [string, string][]) => ({
  id,
  version: '0.1.0',
  entry: '',
  integrity: {},
  slots: [],
  routes: routes.map(([path, page]) => ({ path, page, title: { ko: '', en: '' } })),
})

const USER = { id: 'u-mina', email: 'mina@witverse.com', nickname: 'mina', hasNickname: true }

export async function renderItems(
  page: ReactNode,
  { visitor, route, ...options }: Options & { visitor?: boolean; route?: string } = {},
) {
  const caller = visitor
    ? { status: 'visitor' as const, user: null }
    : { status: 'member' as const, user: USER as never }
  const rendered = await renderPage(
    <PluginProvider value="items">
      <Routes>
        <Route path={route ?? '*'} element={page} />
      </Routes>
    </PluginProvider>,
    {
      ...options,
      boot: {
        plugins: [plugin('gifts', [['/gifts', 'gifts']]), plugin('items', [['/inventory', 'inventory']])],
      },
      messages: { items: { ko, en } },
      state: { caller },
    },
  )
  await rendered.settle()
  await rendered.settle()
  return {
    ...rendered,
    shown: () => document.body.textContent ?? '',
    modal: () => rendered.host.store.getState().modals.at(-1),
  }
}
