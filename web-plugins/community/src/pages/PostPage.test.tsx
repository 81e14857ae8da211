import { list, problem } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { comment, post, renderCommunity } from '../testing/pages'
import PostPage from './PostPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

type Options = NonNullable<Parameters<typeof renderCommunity>[1]>

async function open(answers: Record<string, unknown> = {}, options: Options = {}) {
  const page = await renderCommunity(
    <Routes>
      <Route path="/:worldName/post/:id" element={<PostPage />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    {
      path: '/agora/post/f1',
      ...options,
      answers: {
        'GET /api/v2/world/feed/f1': { payload: post('hello', { feedId: 'f1' }) },
        'GET /api/v2/world/feed/f1/comments': list(comment('nice')),
        ...answers,
      },
    },
  )
  leave = page.unmount
  return page
}

const submit = (page: Awaited<ReturnType<typeof open>>) =>
  page.during(() => page.container.querySelector<HTMLFormElement>('.cm-comment-form')?.requestSubmit())

it('shows a post with its comments and posts one', async () => {
  const write = vi.fn(() => ({ payload: comment('mine', { isMine: true }) }))
  const page = await open({ 'POST /api/v2/world/feed/f1/comments': write })
  expect(page.shown()).toContain('nice')
  await page.fill({ comment: 'mine' })
  await submit(page)
  await page.settle()
  expect(write).toHaveBeenCalledWith({ text: 'mine' }, expect.anything())
  expect(page.toast()).toBe('Your comment was posted.')
})

it('keeps what was typed while a comment was sent', async () => {
  let answer: (body: object) => void = () => undefined
  const page = await open({
    'POST /api/v2/world/feed/f1/comments': () => new Promise((resolve) => (answer = resolve)),
  })
  await page.fill({ comment: 'mine' })
  await submit(page)
  await page.fill({ comment: 'mine, and one more thing' })
  await page.during(() => answer({ payload: comment('mine', { isMine: true }) }))
  await page.settle()
  expect(page.toast()).toBe('Your comment was posted.')
  expect(page.container.querySelector<HTMLInputElement>('[name=comment]')?.value).toBe(', and one more thing')
})

it('says that posting failed, and why', async () => {
  const language = { ko: '5초에 1개', en: 'One every 5 seconds.' }
  const page = await open({
    'POST /api/v2/world/feed/f1/comments': () => problem(429, 'pace_exceeded', { language }),
  })
  await page.fill({ comment: 'mine' })
  await submit(page)
  await page.settle()
  expect(page.toast()).toBe('Your comment couldn’t be posted. One every 5 seconds.')
})

it('replies to a comment and shows the replies', async () => {
  const write = vi.fn(() => ({ payload: comment('answer') }))
  const page = await open({
    'GET /api/v2/world/feed/f1/comments': (_: unknown, { url }: Request) =>
      url.includes('parentId') ? list(comment('answer')) : list(comment('nice', { replyCount: 1 })),
    'POST /api/v2/world/feed/f1/comments': write,
  })
  expect(page.shown()).toContain('Show 1 reply')
  await page.click(page.named('Reply'))
  await page.fill({ comment: 'answer' })
  await submit(page)
  await page.settle()
  expect(write).toHaveBeenCalledWith({ text: 'answer', parentId: 'c-nice' }, expect.anything())
  expect(page.container.querySelector('.cm-replies')?.textContent).toContain('answer')
})

it('shows a deleted comment without its text', async () => {
  const deleted = comment('gone', { author: null, text: null, replyCount: 1 })
  const page = await open({ 'GET /api/v2/world/feed/f1/comments': list(deleted) })
  expect(page.shown()).toContain('This comment was deleted.')
})

it('says why one cannot comment', async () => {
  const page = await open({
    'GET /api/v2/world/feed/f1': { payload: post('hello', { feedId: 'f1', canComment: false }) },
  })
  expect(page.shown()).toContain('Only members of agora can comment.')
  expect(page.container.querySelector('.cm-comment-form')).toBeNull()
})

it('explains a missing post and a post for members', async () => {
  const page = await open({ 'GET /api/v2/world/feed/f1': () => problem(404, 'feed_not_found') })
  expect(page.shown()).toContain('Post not found')
  expect(page.named('All posts').getAttribute('href')).toBe('/agora/post')
  await leave()
  const closed = await open({
    'GET /api/v2/world/feed/f1': () => problem(403, 'world_members_only'),
  })
  expect(closed.shown()).toContain('Join agora to read it.')
})
