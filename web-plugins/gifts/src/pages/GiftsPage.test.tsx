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

/** Lists as the platform gives them: what is asked for, of all. */
const gifts = (all: Gift[]) => {
  const of =
    (direction: string) =>
    (_: unknown, { url }: Request) =>
      list(
        ...all.filter(
          (one) => one.direction === direction && (url.includes('status=all') || one.status === 'pending'),
        ),
      )
  return { 'GET /api/v2/gift/received': of('received'), 'GET /api/v2/gift/sent': of('sent') }
}

it('asks visitors who they are', async () => {
  const page = await open({}, '/gifts', true)
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('says what to do where nothing has come yet', async () => {
  const page = await open()
  expect(page.shown()).toContain('No gift has come yet')
  await page.click(page.named('Send a gift'))
  expect(page.modal()?.id).toBe('gift-wizard')
})

it('shows what waits, for how long, and what happens then', async () => {
  const page = await open(gifts([gift()]))
  expect(page.shown()).toContain('1 gift waits for your answer')
  expect(page.shown()).toContain('100 WIT')
  expect(page.shown()).toContain('For the lantern you liked.')
  expect(page.shown()).toMatch(/6 d (22 h 59|23 h 00) m \d\d s/)
  expect(page.shown()).toContain('left; then it goes back to theo')
  expect(page.shown()).toContain('No gift has come to its end yet.')
})

it('accepts once, however often it is pressed, and asks anew', async () => {
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
  expect(page.toast()).toBe('100 WIT: it is yours now.')
  expect(received.mock.calls.length).toBeGreaterThan(asked)
})

it('rejects after asking', async () => {
  const handle = vi.fn(() => ({ payload: gift({ status: 'rejected' }) }))
  const page = await open({ ...gifts([gift()]), 'POST /api/v2/gift/handle': handle })
  await page.click(page.named('Reject'))
  expect(handle).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(handle).toHaveBeenCalledWith({ airdropId: 'g1', approve: false }, expect.anything())
  expect(page.toast()).toBe('The gift goes back to theo.')
})

it('says why it was too late, and shows how it ended', async () => {
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
  expect(page.shown()).toContain('Nobody answered within seven days, so it went back to theo.')
  expect(() => page.named('Accept')).toThrow()
})

it.each([
  ['received', 'accepted', 'You accepted it. It is yours.'],
  ['received', 'rejected', 'You rejected it. It went back to theo at once.'],
  ['received', 'cancelled', 'It was cancelled and went back.'],
  ['sent', 'accepted', 'mina accepted it.'],
  ['sent', 'returned', 'mina did not answer within seven days, so it came back to you.'],
] as const)('a gift %s and %s says how it ended', async (direction, status, said) => {
  const closed = gift({ direction, status, closedAt: '2026-11-20T05:00:00Z' })
  const page = await open({ 'GET /api/v2/gift/g1': { payload: closed } }, '/gifts?id=g1')
  expect(page.shown()).toContain(said)
})

it('can no longer be accepted once its time is over', async () => {
  const late = gift({ expiresAt: new Date(Date.now() - HOUR_MS).toISOString() })
  const page = await open(gifts([late]))
  expect(page.shown()).toContain('Its time is over: it is going back.')
  expect(() => page.named('Accept')).toThrow()
})

it('shows an item by its name in both languages, and somebody who has left without one', async () => {
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
  expect(page.shown()).toContain('somebody who left')
  expect(page.named('See the item').getAttribute('href')).toBe('/item/i1')
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(page.shown()).toContain('종이 등불')
})

it('does not tell about the gifts of others', async () => {
  const page = await open({ 'GET /api/v2/gift/g1': problem(404, 'gift_not_found') }, '/gifts?id=g1')
  expect(page.shown()).toContain('There is no such gift')
})

it('keeps a history of what was sent', async () => {
  const sent = gift({ direction: 'sent', status: 'rejected', closedAt: new Date().toISOString() })
  const page = await open(gifts([sent]), '/gifts?tab=sent')
  expect(page.shown()).toContain('No gift of yours waits for an answer.')
  expect(page.container.querySelector('.gf-row')?.textContent).toContain('to mina')
  expect(page.container.querySelector('.gf-row')?.textContent).toContain('Rejected')
})
