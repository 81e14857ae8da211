import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { reacted } from '../api/actions'
import { choose, confirm, dialog, entries, openMenu, post, renderCommunity } from '../testing/pages'
import { PostCard } from './PostCard'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = Parameters<typeof renderCommunity>[1]

async function open(card: ReturnType<typeof post>, options: Options = {}) {
  const page = await renderCommunity(<PostCard post={card} />, options)
  leave = page.unmount
  return page
}

const MENU = 'More actions for the post by theo'

it('offers each person what they can do', async () => {
  const reader = await open(post('hello'))
  await openMenu(reader, MENU)
  expect(entries()).toEqual(['Turn off notifications', 'Report'])
  await leave()
  const author = await open(post('hello', { isMine: true, editedAt: '2026-11-21T00:00:00Z' }))
  await openMenu(author, MENU)
  expect(entries()).toEqual(['Edit', 'Earlier versions', 'Turn off notifications', 'Delete'])
  await leave()
  const admin = await open(post('hello', { canModerate: true }))
  await openMenu(admin, MENU)
  expect(entries()).toEqual(['Pin', 'Members only', 'Hide', 'Turn off notifications', 'Report', 'Delete'])
})

it('reports a post', async () => {
  const page = await open(post('hello'))
  await openMenu(page, MENU)
  await choose(page, 'Report')
  expect(page.modal()).toEqual({
    id: 'report',
    data: { userId: 'u-theo', name: 'theo', subject: { kind: 'post', id: 'f-hello' } },
  })
})

it('hides a post with a reason', async () => {
  const hide = vi.fn(() => ({ payload: post('hello', { isHide: true }) }))
  const page = await open(post('hello', { canModerate: true }), {
    answers: { 'POST /api/v2/world/feed/change/status': hide },
  })
  await openMenu(page, MENU)
  await choose(page, 'Hide')
  await dialog(page)
  await page.fill({ reason: 'No advertising' })
  await confirm(page)
  expect(hide).toHaveBeenCalledWith(
    { feedId: 'f-hello', isHide: true, reason: 'No advertising' },
    expect.anything(),
  )
  expect(page.toast()).toBe('Hidden. The author was notified.')
})

it('lets the author of a hidden post ask for a review', async () => {
  const appeal = vi.fn(() => ({ payload: { appealed: true } }))
  const hidden = post('hello', { isMine: true, isHide: true, hideReason: 'No advertising' })
  const page = await open(hidden, { answers: { 'POST /api/v2/world/feed/f-hello/appeal': appeal } })
  expect(page.shown()).toContain('Reason: No advertising')
  await page.click(page.named('Ask for a review'))
  await dialog(page)
  await page.fill({ appeal: 'It is a gift.' })
  await confirm(page)
  expect(appeal).toHaveBeenCalledWith({ text: 'It is a gift.' }, expect.anything())
})

it('shows at its field that a reason is refused, and lets nobody appeal without one', async () => {
  const fields = [{ field: 'text', message: 'Please enter at most 200 characters.' }]
  const appeal = vi.fn(() => problem(422, 'validation_failed', { fields }))
  const hidden = post('hello', { isMine: true, isHide: true, hideReason: 'No advertising' })
  const page = await open(hidden, { answers: { 'POST /api/v2/world/feed/f-hello/appeal': appeal } })
  await page.click(page.named('Ask for a review'))
  await confirm(page)
  expect(appeal).not.toHaveBeenCalled()
  expect(document.activeElement?.getAttribute('name')).toBe('appeal')
  await page.fill({ appeal: 'It is a gift.' })
  await confirm(page)
  expect(document.querySelector('[role=dialog] .wv-field-note')?.textContent).toBe(fields[0]?.message)
  expect(page.toast()).toBeUndefined()
})

it('reacts, and shows the error of a refused reaction', async () => {
  const react = vi.fn(() => problem(403, 'world_blacklisted', { message: 'Not now.' }))
  const page = await open(post('hello', { reactions: [{ kind: 'love', count: 2 }] }), {
    answers: { 'PUT /api/v2/world/feed/f-hello/reaction': react },
  })
  await page.click(page.named('Love, 2'))
  await page.settle()
  expect(react).toHaveBeenCalledWith({ kind: 'love' }, expect.anything())
  expect(page.toast()).toBe('Not now.')
  await leave()
  const visitor = await open(post('hello'), { visitor: true })
  await visitor.click(visitor.named('React'))
  await visitor.click(visitor.named('Like'))
  expect(visitor.modal()?.id).toBe('sign-in')
})

it('counts the own reaction once', () => {
  const none = { reactions: [], myReaction: null }
  const liked = reacted(none, 'like')
  expect(liked).toEqual({ reactions: [{ kind: 'like', count: 1 }], myReaction: 'like' })
  expect(reacted(liked, 'wow').reactions).toEqual([{ kind: 'wow', count: 1 }])
  expect(reacted(liked, null)).toEqual(none)
})

it('marks mentions and not addresses', async () => {
  const page = await open(post('@mina and a@b.co and @theo!'))
  const marked = [...page.container.querySelectorAll('.cm-mention')].map((one) => one.textContent)
  expect(marked).toEqual(['@mina', '@theo'])
})
