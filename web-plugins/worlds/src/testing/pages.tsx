// Test helpers: pages of a world over a mocked network, with sample data.
import { renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import type { Membership, WorldView } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const world = (facts: Partial<WorldView> = {}): WorldView => ({
  worldId: 'w1',
  worldName: 'agora',
  description: { ko: '광장', en: 'A plaza' },
  worldLogoImg: null,
  worldThumbnailImg: null,
  hue: 262,
  memberCount: 2,
  blockCount: 0,
  itemCount: 0,
  isPublic: true,
  createdAt: '2026-11-10T03:00:00Z',
  isMember: true,
  isOwner: false,
  isAdmin: false,
  hasMembership: false,
  blacklisted: null,
  owner: { userId: 'u1', nickname: 'mina', thumbnail: null },
  witchPoint: 0,
  ...facts,
})

export const membership = (facts: Partial<Membership> = {}): Membership => ({
  collectionId: 'c1',
  name: { ko: '봄 멤버십', en: 'Spring club' },
  quantity: 10,
  sold: 4,
  price: 100,
  isFree: false,
  deadline: null,
  sale: 'open',
  createdAt: '2026-11-10T03:00:00Z',
  ...facts,
})

/** Renders a page of the world `agora`. */
export async function renderWorld(
  page: ReactNode,
  { route = '/:worldName/*', path = '/agora', ...options }: Options & { route?: string } = {},
) {
  return renderPlugin(
    <Routes>
      <Route path={route} element={page} />
      <Route path="*" element={null} />
    </Routes>,
    { id: 'worlds', texts: { ko, en }, path, ...options },
  )
}
