import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { confirm, galleryComment, renderCommunity } from '../testing/pages'
import GalleryComments from './GalleryComments'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PATH = '/api/v2/comments/item/i1'

interface Options {
  visitor?: boolean
  user?: object
}

async function open(answers: Record<string, unknown> = {}, options: Options = {}) {
  const page = await renderCommunity(
    <GalleryComments data={{ kind: 'item', id: 'i1' }} close={() => undefined} />,
    { ...options, answers: { [`GET ${PATH}`]: list(galleryComment('nice')), ...answers } },
  )
  leave = page.unmount
  return page
}

type Rendered = Awaited<ReturnType<typeof open>>

async function write(page: Rendered, comment: string) {
  await page.fill({ comment })
  await page.during(() => page.container.querySelector('form')?.requestSubmit())
  await page.settle()
}

/** The names of the buttons of a comment. */
const buttons = (page: Rendered, author: string) =>
  [...page.container.querySelectorAll(`[aria-label="Comment by ${author}"] button`)].map((one) =>
    one.getAttribute('aria-label'),
  )

it('counts a comment in characters as people do, and cuts none of 100 emoji', async () => {
  const page = await open()
  const field = () => page.container.querySelector<HTMLInputElement>('[name=comment]')
  await page.fill({ comment: '👨‍👩‍👧'.repeat(101) })
  expect(field()?.value).toBe('👨‍👩‍👧'.repeat(100))
  expect(page.shown()).toContain('100 of 100')
})

it('shows the comments of an item and posts one', async () => {
  const post = vi.fn(() => ({ payload: galleryComment('mine', { isMine: true }) }))
  const answer = vi.fn(() => list(galleryComment('nice')))
  const page = await open({ [`GET ${PATH}`]: answer, [`POST ${PATH}`]: post })
  expect(page.shown()).toContain('nice')
  expect(page.named('sora').getAttribute('href')).toBe('/user/u-sora')
  answer.mockReturnValue(
    list(galleryComment('mine', { isMine: true, author: person('mina') }), galleryComment('nice')),
  )
  await write(page, 'mine')
  expect(post).toHaveBeenCalledWith({ text: 'mine' }, expect.anything())
  expect(page.toast()).toBe('Your comment was posted.')
  expect(page.container.querySelector('input')?.value).toBe('')
  expect(page.container.querySelectorAll('article')).toHaveLength(2)
})

it('keeps the text of a refused comment and shows the reason', async () => {
  const language = { ko: '5초에 1개', en: 'One every 5 seconds.' }
  const page = await open({ [`POST ${PATH}`]: () => problem(429, 'pace_exceeded', { language }) })
  await write(page, 'again')
  expect(page.toast()).toBe('Your comment couldn’t be posted. One every 5 seconds.')
  expect(page.container.querySelector('input')?.value).toBe('again')
})

it('lets authors delete their comments, and moderators all of them', async () => {
  const comments = list(
    galleryComment('mine', { isMine: true, author: person('mina') }),
    galleryComment('nice'),
  )
  const remove = vi.fn(() => ({ payload: { deleted: true } }))
  const answers = { [`GET ${PATH}`]: comments, [`DELETE ${PATH}/g-mine`]: remove }
  const page = await open(answers)
  expect(buttons(page, 'mina')).toEqual(['Delete · mina'])
  expect(buttons(page, 'sora')).toEqual(['Report · sora'])
  await page.click(page.named('Delete · mina'))
  await page.settle()
  expect(remove).toHaveBeenCalledOnce()
  expect(page.toast()).toBe('Your comment was deleted.')
  await leave()
  const moderated = list(galleryComment('nice', { canModerate: true }))
  const owner = await open({ [`GET ${PATH}`]: moderated })
  expect(buttons(owner, 'sora')).toEqual(['Report · sora', 'Hide · sora', 'Delete · sora'])
})

it('lets moderators hide a comment with a reason, and show it again', async () => {
  const answer = vi.fn(() => list(galleryComment('nice', { canModerate: true })))
  const status = vi.fn(() => ({ payload: { isHide: true } }))
  const page = await open({ [`GET ${PATH}`]: answer, [`POST ${PATH}/g-nice/status`]: status })
  await page.click(page.named('Hide · sora'))
  answer.mockReturnValue(list(galleryComment('nice', { canModerate: true, isHide: true })))
  await confirm(page)
  expect(status).toHaveBeenCalledWith({ isHide: true }, expect.anything())
  expect(page.toast()).toBe('Hidden. The author was notified.')
  expect(page.shown()).toContain('Hidden by a moderator')
  await page.click(page.named('Show again · sora'))
  await page.settle()
  expect(status).toHaveBeenLastCalledWith({ isHide: false }, expect.anything())
})

it('reports a comment', async () => {
  const page = await open()
  await page.click(page.named('Report · sora'))
  expect(page.modal()).toEqual({
    id: 'report',
    data: { userId: 'u-sora', name: 'sora', subject: { kind: 'comment', id: 'g-nice' } },
  })
})

it('says what visitors and people without a nickname do first', async () => {
  const visitor = await open({ [`GET ${PATH}`]: list() }, { visitor: true })
  expect(visitor.shown()).toContain('No comments yet.')
  expect(visitor.container.querySelector('form')).toBeNull()
  await visitor.click(visitor.named('Log in'))
  expect(visitor.modal()?.id).toBe('sign-in')
  await leave()
  const newcomer = await open({}, { user: { nickname: null, hasNickname: false } })
  await newcomer.click(newcomer.named('Choose a nickname'))
  expect(newcomer.modal()?.id).toBe('nickname')
})
