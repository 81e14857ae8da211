// Test helpers: items over a mocked network, with sample data.
import { person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import type { Collection, Item } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { ITEM } from './chain'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

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
  gear: null,
  media: null,
  text: null,
  ...facts,
})

export const collection = (facts: Partial<Collection> = {}): Collection => ({
  collectionId: 'c1',
  name: { ko: '달빛 친구들', en: 'Moonlit Friends' },
  description: { ko: '', en: '' },
  imageUrl: null,
  editions: 7,
  supply: null,
  link: null,
  createdAt: '2026-11-10T03:00:00Z',
  isOfficial: false,
  maker: null,
  worldName: null,
  royaltyBp: 0,
  ...facts,
})

export async function renderItems(
  page: ReactNode,
  { route = '*', ...options }: Options & { route?: string } = {},
) {
  return renderPlugin(
    <Routes>
      <Route path={route} element={page} />
    </Routes>,
    {
      id: 'items',
      texts: { ko, en },
      plugins: { gifts: { '/gifts': 'gifts' }, items: { '/inventory': 'inventory' } },
      ...options,
    },
  )
}
