// Test helpers: a page of the community over a mocked network, with sample posts.
import type { WorldSlotData } from '@witverse/sdk'
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Announcement, Comment, GalleryComment, Post, PostPage } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const WORLD: WorldSlotData = {
  worldName: 'agora',
  worldId: 'w-agora',
  isOwner: false,
  isAdmin: false,
  isMember: true,
  hasMembership: true,
  isPublic: true,
}

export const post = (text: string, change: Partial<PostPage> = {}): PostPage => ({
  feedId: `f-${text}`,
  worldName: 'agora',
  author: person('theo'),
  text,
  images: [],
  blockId: null,
  isHide: false,
  hideReason: null,
  isAppealed: false,
  isMember: false,
  isFixed: false,
  isMine: false,
  canModerate: false,
  commentCount: 0,
  reactions: [],
  myReaction: null,
  createdAt: '2026-11-20T03:00:00Z',
  editedAt: null,
  canComment: true,
  isThreadMuted: false,
  ...change,
})

export const comment = (text: string, change: Partial<Comment> = {}): Comment => ({
  commentId: `c-${text}`,
  parentId: null,
  author: person('sora'),
  text,
  isHide: false,
  isMine: false,
  replyCount: 0,
  createdAt: '2026-11-20T04:00:00Z',
  ...change,
})

export const galleryComment = (text: string, change: Partial<GalleryComment> = {}): GalleryComment => ({
  commentId: `g-${text}`,
  author: person('sora'),
  text,
  isHide: false,
  isMine: false,
  canModerate: false,
  createdAt: '2026-11-20T04:00:00Z',
  ...change,
})

export const announcement = (title: string, isFixed = false): Announcement => ({
  announcementId: `a-${title}`,
  title: { ko: title, en: title },
  content: { ko: `${title} 내용`, en: `${title} text` },
  isFixed,
  createdAt: '2026-11-19T03:00:00Z',
  editedAt: null,
})

export const announcements = (...items: Announcement[]) => ({
  payload: { fixed: items.find(({ isFixed }) => isFixed) ?? null, items, nextCursor: null },
})

/** The address of a world's page data, with what it says about the caller. */
export const worldAnswer = (change: Partial<WorldSlotData> = {}) => ({
  payload: { ...WORLD, hue: 262, ...change },
})

export const fixed = (pinned: Post | null) => ({ payload: { post: pinned } })

export async function renderCommunity(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'community',
    texts: { ko, en },
    plugins: { community: { '/:worldName/post': 'feed' } },
    ...options,
    answers: {
      'GET /api/v2/worlds/mInfo': worldAnswer(),
      'GET /api/v2/world/feed': list(post('hello')),
      'GET /api/v2/world/feed/fixed/agora': fixed(null),
      'GET /api/v2/world/announcements/agora': announcements(),
      ...answers,
    },
  })
}

type Rendered = Awaited<ReturnType<typeof renderCommunity>>

/** The entries of the open menu. */
const menuItems = () => [...document.querySelectorAll('[role=menuitem]')]
export const entries = () => menuItems().map((one) => one.textContent)

/** Opens the menu with this name. */
export const openMenu = (page: Rendered, name: string) => page.press(page.named(name), 'Enter')

/** Chooses an entry of the open menu. */
export const choose = (page: Rendered, text: string) =>
  page.click(menuItems().find((one) => one.textContent === text) ?? null)

const isDialogOpen = () => document.querySelector('[role=dialog] [type=submit]') !== null

/** Waits for a dialog, which may be loaded only now. */
export const dialog = (page: Rendered) => page.until(isDialogOpen)

/** Submits the dialog that opens or is open. */
export async function confirm(page: Rendered) {
  await dialog(page)
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
}
