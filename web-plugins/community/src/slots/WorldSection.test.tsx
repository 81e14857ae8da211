import type { WorldSlotData } from '@witverse/sdk'
import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { announcement, announcements, fixed, post, renderCommunity, WORLD } from '../testing/pages'
import WorldNav from './WorldNav'
import WorldSection from './WorldSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = Parameters<typeof renderCommunity>[1]

async function open(change: Partial<WorldSlotData> = {}, options: Options = {}) {
  const page = await renderCommunity(
    <WorldSection data={{ ...WORLD, ...change }} close={() => undefined} />,
    options,
  )
  leave = page.unmount
  return page
}

it('shows the pinned post, the newest posts and the announcements', async () => {
  const page = await open(
    {},
    {
      answers: {
        'GET /api/v2/world/feed/fixed/agora': fixed(post('welcome', { isFixed: true })),
        'GET /api/v2/world/announcements/agora': announcements(announcement('News', true)),
      },
    },
  )
  expect(page.shown()).toContain('welcome')
  expect(page.shown()).toContain('hello')
  expect(page.shown()).toContain('News text')
  expect(page.container.querySelectorAll('.cm-post')).toHaveLength(2)
  expect(page.named('See all posts').getAttribute('href')).toBe('/agora/post')
})

it('writes a post', async () => {
  const write = vi.fn(() => ({ payload: post('a new one') }))
  const page = await open({}, { answers: { 'POST /api/v2/world/feed': write } })
  await page.fill({ text: 'a new one' })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
  expect(write).toHaveBeenCalledWith({ worldName: 'agora', text: 'a new one', images: [] }, expect.anything())
  expect(page.toast()).toBe('Your post is now in the feed.')
})

it('shows the rule of a refused pace', async () => {
  const language = { ko: '15초 뒤에 다시', en: 'Please try again in 15 seconds.' }
  const page = await open(
    {},
    { answers: { 'POST /api/v2/world/feed': () => problem(429, 'pace_exceeded', { language }) } },
  )
  await page.fill({ text: 'again' })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
  expect(page.toast()).toBe('Please try again in 15 seconds.')
  expect(page.container.querySelector('textarea')?.value).toBe('again')
})

it('says why one cannot write and what would let one', async () => {
  const visitor = await open({ isMember: false, hasMembership: false }, { visitor: true })
  await visitor.click(visitor.named('Log in'))
  expect(visitor.modal()?.id).toBe('sign-in')
  await leave()
  const guest = await open({ isMember: false, hasMembership: false })
  expect(guest.shown()).toContain('Join the world and get a membership.')
  expect(guest.named('Go to the world').getAttribute('href')).toBe('/agora')
  await leave()
  const member = await open({ hasMembership: false })
  expect(member.shown()).toContain('you need a membership of agora')
  expect(member.container.querySelector('textarea')).toBeNull()
})

it('shows an empty state with the next step, and nothing of a private world', async () => {
  const empty = { answers: { 'GET /api/v2/world/feed': list() } }
  const page = await open({}, empty)
  expect(page.shown()).toContain('Write the first one: what’s going on in agora?')
  await leave()
  const guest = await open({ isPublic: false, isMember: false, hasMembership: false }, empty)
  expect(guest.container.textContent).toBe('')
})

it('offers new posts of others when they arrive, and nothing when none can be read', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const answer = vi.fn(() => list(post('hello')))
  const page = await open({}, { answers: { 'GET /api/v2/world/feed': answer } })
  const arrive = async (worldName: string) => {
    await page.during(() => page.host.live.publish({ kind: 'community.posted', data: { worldName } }))
    await page.during(() => new Promise((done) => setTimeout(done)))
    await page.settle()
  }
  await arrive('agora')
  expect(page.shown()).not.toContain('Show new posts')
  const mine = post('mine', { isMine: true, createdAt: '2026-11-20T03:00:01Z' })
  answer.mockReturnValue(list(mine, post('hello')))
  await arrive('agora')
  expect(page.shown()).not.toContain('Show new posts')
  answer.mockReturnValue(list(post('fresh', { createdAt: '2026-11-20T03:00:01.5Z' }), mine, post('hello')))
  await arrive('other')
  expect(page.shown()).not.toContain('Show new posts')
  await arrive('agora')
  await page.click(page.named('Show new posts'))
  await page.settle()
  expect(page.shown()).toContain('fresh')
  expect(page.shown()).not.toContain('Show new posts')
})

it('adds the link to the posts to the links of the world', async () => {
  const page = await renderCommunity(<WorldNav data={WORLD} close={() => undefined} />)
  leave = page.unmount
  expect(page.named('Posts').getAttribute('href')).toBe('/agora/post')
})
