import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import type { Gift } from '../api/types'
import { gift, HOUR_MS, renderGifts } from '../testing/pages'
import GiftsPage from './GiftsPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown> = {}, path = '/gifts', visitor = false) {
  const page = await renderGifts(<GiftsPage />, { path, answers, visitor })
  leave = page.unmount
  return page
}

/** Lists filtered by direction and status, as the server answers. */
const gifts = (all: Gift[]) => {
  const of =
    (direction: string) =>
    (_: unknown, { url }: Request) =>
      list(
        ...all.filter(
          (one) =>
            one.direction === direction && url.includes('status=closed') === (one.status !== 'pending'),
        ),
      )
  return { 'GET /api/v2/gift/received': of('received'), 'GET /api/v2/gift/sent': of('sent') }
}

it('asks visitors to log in', async () => {
  const page = await open({}, '/gifts', true)
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('shows an empty state that opens the wizard', async () => {
  const page = await open()
  expect(page.shown()).toContain('No gifts yet')
  await page.click(page.named('Send a gift'))
  expect(page.modal()?.id).toBe('gift-wizard')
})

it('shows closed gifts page by page', async () => {
  const closed = (id: string) => gift({ airdropId: id, status: 'accepted', closedAt: '2026-11-20T05:00:00Z' })
  const page = await open({
    'GET /api/v2/gift/received': (_: unknown, { url }: Request) => {
      if (!url.includes('status=closed')) return list()
      if (url.includes('cursor=next')) return list(closed('g9'))
      return { payload: { items: [closed('g8')], nextCursor: 'next' } }
    },
  })
  const rows = () => page.container.querySelectorAll('.wv-row').length
  expect(rows()).toBe(1)
  await page.click(page.named('More'))
  await page.settle()
  expect(rows()).toBe(2)
  expect(() => page.named('More')).toThrow()
})

it('shows pending gifts with the time left and what happens afterwards', async () => {
  const page = await open(gifts([gift()]))
  expect(page.shown()).toContain('1 gift waiting')
  expect(page.shown()).toContain('100 WIT')
  expect(page.shown()).toContain('≈ $1.00')
  expect(page.shown()).toContain('For the lantern you liked.')
  expect(page.shown()).toMatch(/6 d (22 h 59|23 h 00) m \d\d s/)
  expect(page.shown()).toContain('left to accept. After that it goes back to theo.')
  expect(page.shown()).toContain('No past gifts yet.')
})

it('accepts a gift once on repeated clicks and refetches', async () => {
  const handle = vi.fn(() => ({ payload: gift({ status: 'accepted' }) }))
  const received = vi.fn(gifts([gift()])['GET /api/v2/gift/received'])
  const page = await open({ 'GET /api/v2/gift/received': received, 'POST /api/v2/gift/handle': handle })
  const asked = received.mock.calls.length
  const button = page.named('Accept')
  await page.during(() => {
    button.click()
    button.click()
  })
  await page.settle()
  expect(handle).toHaveBeenCalledTimes(1)
  expect(handle).toHaveBeenCalledWith({ airdropId: 'g1', approve: true }, expect.anything())
  expect(page.toast()).toBe('You accepted 100 WIT.')
  expect(received.mock.calls.length).toBeGreaterThan(asked)
})

it('declines a gift after a confirmation', async () => {
  const handle = vi.fn(() => ({ payload: gift({ status: 'rejected' }) }))
  const page = await open({ ...gifts([gift()]), 'POST /api/v2/gift/handle': handle })
  await page.click(page.named('Decline'))
  expect(handle).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(handle).toHaveBeenCalledWith({ airdropId: 'g1', approve: false }, expect.anything())
  expect(page.toast()).toBe('The gift was returned to theo.')
})

it('shows the error of a late answer and how the gift ended', async () => {
  const language = { ko: '이미 반환된 선물입니다.', en: 'This gift was returned already.' }
  const state = { gift: gift() }
  const page = await open(
    {
      'GET /api/v2/gift/g1': () => ({ payload: state.gift }),
      'POST /api/v2/gift/handle': () => {
        state.gift = gift({ status: 'returned', closedAt: new Date().toISOString() })
        return problem(409, 'gift_closed', { language })
      },
    },
    '/gifts?id=g1',
  )
  await page.click(page.named('Accept'))
  await page.settle()
  await page.settle()
  expect(page.toast()).toBe('This gift was returned already.')
  expect(page.shown()).toContain("You didn't answer within 7 days, so it went back to theo.")
  expect(() => page.named('Accept')).toThrow()
})

it.each([
  ['received', 'accepted', "You accepted it. It's yours."],
  ['received', 'rejected', 'You declined it. It went back to theo.'],
  ['received', 'cancelled', 'It was cancelled and returned.'],
  ['sent', 'accepted', 'mina accepted it.'],
  ['sent', 'returned', "mina didn't answer within 7 days, so it came back to you."],
] as const)('shows how a gift that was %s and %s ended', async (direction, status, said) => {
  const closed = gift({ direction, status, closedAt: '2026-11-20T05:00:00Z' })
  const page = await open({ 'GET /api/v2/gift/g1': { payload: closed } }, '/gifts?id=g1')
  expect(page.shown()).toContain(said)
})

it('does not offer to accept an expired gift', async () => {
  const late = gift({ expiresAt: new Date(Date.now() - HOUR_MS).toISOString() })
  const page = await open(gifts([late]))
  expect(page.shown()).toContain('Expired. It is being returned.')
  expect(() => page.named('Accept')).toThrow()
})

it('shows an item in both languages and a placeholder for a deleted sender', async () => {
  const item = {
    itemId: 'i1',
    name: { ko: '종이 등불', en: 'Paper lantern' },
    thumbnailUrl: '/i.svg',
    type: 'gear' as const,
  }
  const page = await open(
    {
      'GET /api/v2/gift/g1': { payload: gift({ type: 'item', amountHundredths: null, item, sender: null }) },
    },
    '/gifts?id=g1',
  )
  expect(page.shown()).toContain('Paper lantern')
  expect(page.shown()).toContain('Former member')
  expect(page.named('View item').getAttribute('href')).toBe('/item/i1')
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(page.shown()).toContain('종이 등불')
})

it('shows "not found" for gifts of others', async () => {
  const page = await open({ 'GET /api/v2/gift/g1': problem(404, 'gift_not_found') }, '/gifts?id=g1')
  expect(page.shown()).toContain('Gift not found')
})

it('shows the history of sent gifts', async () => {
  const sent = gift({ direction: 'sent', status: 'rejected', closedAt: new Date().toISOString() })
  const page = await open(gifts([sent]), '/gifts?tab=sent')
  expect(page.shown()).toContain('No gifts waiting for an answer.')
  expect(page.container.querySelector('.wv-row')?.textContent).toContain('to mina')
  expect(page.container.querySelector('.wv-row')?.textContent).toContain('Declined')
})
