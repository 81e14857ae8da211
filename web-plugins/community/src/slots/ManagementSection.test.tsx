import type { WorldSlotData } from '@witverse/sdk'
import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import {
  announcement,
  announcements,
  choose,
  confirm,
  entries,
  fixed,
  openMenu,
  post,
  renderCommunity,
  WORLD,
} from '../testing/pages'
import ManagementSection from './ManagementSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(change: Partial<WorldSlotData>, answers: Record<string, unknown> = {}) {
  const page = await renderCommunity(
    <ManagementSection data={{ ...WORLD, ...change }} close={() => undefined} />,
    { answers: { 'GET /api/v2/world/feed': list(), ...answers } },
  )
  leave = page.unmount
  return page
}

/** The panel with this heading. */
const panel = (page: Awaited<ReturnType<typeof open>>, title: string) =>
  [...page.container.querySelectorAll('section')].find(
    (one) => one.querySelector('h2, h3')?.textContent === title,
  )?.textContent ?? ''

it('is empty for people who do not manage the world', async () => {
  const page = await open({})
  expect(page.container.textContent).toBe('')
})

it('says what is missing when nothing is hidden, pinned or announced', async () => {
  const page = await open({ isOwner: true })
  expect(panel(page, 'Announcements')).toContain('Tell everyone what’s coming up.')
  expect(panel(page, 'Pinned post')).toContain('No pinned post.')
  expect(panel(page, 'Hidden posts')).toContain('No hidden posts.')
  expect(page.named('New announcement').getAttribute('href')).toBe('/agora/announcement/create')
})

it('lists hidden posts with their reasons and shows one again', async () => {
  const hidden = post('advert', { isHide: true, hideReason: 'No advertising', canModerate: true })
  const feed = vi.fn((_body: unknown, _request: Request) => list(hidden))
  const show = vi.fn(() => ({ payload: { ...hidden, isHide: false } }))
  const page = await open(
    { isAdmin: true },
    {
      'GET /api/v2/world/feed': feed,
      'GET /api/v2/world/feed/fixed/agora': fixed(post('welcome', { isFixed: true })),
      'POST /api/v2/world/feed/change/status': show,
    },
  )
  const asked = new URL(feed.mock.calls[0]?.[1].url ?? '').searchParams
  expect([asked.get('worldName'), asked.get('view')]).toEqual(['agora', 'hidden'])
  expect(panel(page, 'Pinned post')).toContain('welcome')
  expect(panel(page, 'Hidden posts')).toContain('Reason: No advertising')
  feed.mockReturnValue(list())
  const menus = page.container.querySelectorAll('[aria-label="More actions for the post by theo"]')
  await page.press(menus[menus.length - 1] ?? null, 'Enter')
  await choose(page, 'Show again')
  await page.settle()
  expect(show).toHaveBeenCalledWith({ feedId: 'f-advert', isHide: false }, expect.anything())
  expect(page.toast()).toBe('Shown again.')
  expect(panel(page, 'Hidden posts')).toContain('No hidden posts.')
})

it('pins, edits and deletes announcements from their menu', async () => {
  const pin = vi.fn(() => ({ payload: { isFixed: true } }))
  const remove = vi.fn(() => ({ payload: { deleted: true } }))
  const page = await open(
    { isOwner: true },
    {
      'GET /api/v2/world/announcements/agora': announcements(announcement('News')),
      'PUT /api/v2/world/announcements/agora/a-News/fixed': pin,
      'DELETE /api/v2/world/announcements/agora/a-News': remove,
    },
  )
  const menu = 'More actions for the announcement “News”'
  await openMenu(page, menu)
  expect(entries()).toEqual(['Pin', 'Edit', 'Delete'])
  await choose(page, 'Pin')
  await page.settle()
  expect(pin).toHaveBeenCalledOnce()
  expect(page.toast()).toBe('Pinned.')
  await openMenu(page, menu)
  await choose(page, 'Delete')
  expect(remove).not.toHaveBeenCalled()
  await confirm(page)
  expect(remove).toHaveBeenCalledOnce()
  await openMenu(page, menu)
  await choose(page, 'Edit')
  expect(page.place.path).toBe('/agora/announcement/edit/a-News')
})

it('offers to repeat what failed', async () => {
  const feed = vi.fn<() => unknown>(() => problem(503, 'unavailable', { message: 'Not now.' }))
  const page = await open({ isOwner: true }, { 'GET /api/v2/world/feed': feed })
  expect(panel(page, 'Hidden posts')).toContain('Not now.')
  feed.mockReturnValue(list())
  await page.click(page.named('Try again'))
  await page.settle()
  expect(panel(page, 'Hidden posts')).toContain('No hidden posts.')
})
