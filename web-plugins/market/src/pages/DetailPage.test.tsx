import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { detail, LIVE, listing, offer, quote, renderMarket } from '../testing/pages'
import DetailPage from './DetailPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const ONE = 'GET /api/v2/market/items/i1'
const QUOTE = 'POST /api/v2/market/listings/l1/quote'
const BUY = 'POST /api/v2/market/listings/l1/buy'

async function open(answers: Record<string, unknown> = {}, visitor = false, query = '') {
  const page = await renderMarket(<DetailPage />, { path: `/market/detail?id=i1${query}`, visitor, answers })
  leave = page.unmount
  await page.settle()
  return page
}

const agree = (page: Awaited<ReturnType<typeof open>>) =>
  page.click(document.querySelector('[name="agreed"]'))

it('shows who gets what, and buys exactly the quote', async () => {
  const bought: unknown[] = []
  const page = await open({
    [BUY]: (body: unknown) => {
      bought.push(body)
      return { payload: {} }
    },
  })
  await page.click(page.named('Buy now'))
  await page.settle()
  for (const text of [
    'You pay100 WIT',
    'Seller receives92.50 WIT',
    'Platform fee2.50 WIT',
    'Creator royalty5 WIT',
  ]) {
    expect(page.shown().replaceAll(/\s+/g, ' ')).toContain(text)
  }
  await agree(page)
  const [, confirm] = [...document.querySelectorAll('button')].filter((one) =>
    one.textContent?.includes('Buy now'),
  )
  await page.click(confirm ?? null)
  await page.settle()
  expect(page.toast()).toBe('Lantern is yours now.')
  expect(bought).toMatchObject([
    { agreed: true, quote: { listingId: 'l1', priceHundredths: 10_000, signature: 's' } },
  ])
  expect((bought[0] as { quote: object }).quote).not.toHaveProperty('liveness')
})

it('says after a purchase that the item is theirs, without a warning and without asking for an event', async () => {
  let isBought = false
  const noEvent = vi.fn(() => problem(404, 'event_not_found'))
  const mine = { isOwn: true, owner: person('mina'), listing: null, liveness: null }
  const answers = {
    [ONE]: () => ({ payload: detail(isBought ? mine : {}) }),
    'GET /api/v3/meetup/l1/detail': noEvent,
    [BUY]: () => {
      isBought = true
      return { payload: { saleId: 's1', item: detail().item } }
    },
  }
  const page = await open(answers, false, '&listing=l1')
  await page.click(page.named('Buy now'))
  await page.settle()
  await agree(page)
  await page.click(
    [...document.querySelectorAll('button')].filter((one) => one.textContent?.includes('Buy now'))[1] ?? null,
  )
  await page.settle()
  expect(page.shown()).toContain('You own it now.')
  expect(page.shown()).not.toContain('The listing you followed has ended')
  expect(document.querySelector('.wv-notice a')?.getAttribute('href')).toBe('/item/i1')
  expect(page.named('Sell').className).toContain('is-secondary')
  expect(noEvent).not.toHaveBeenCalled()
})

it('tells who comes by an old link that the listing has ended, and names the event of a link', async () => {
  const page = await open({}, false, '&listing=l0')
  expect(page.shown()).toContain('The listing you followed has ended')
  await leave()
  const title = { ko: '밤', en: 'Night walk' }
  const answers = { 'GET /api/v3/meetup/e1/detail': { payload: { title } } }
  const linked = await open(answers, false, '&meetupId=e1')
  expect(linked.shown()).toContain('Night walk')
  expect(linked.shown()).not.toContain('The listing you followed has ended')
})

it('says kindly that the item was sold, and asks for the amount of an unusual price', async () => {
  const answers = [
    problem(409, 'price_unusual', { language: { ko: '다시', en: 'Type it again.' } }),
    problem(409, 'listing_sold', { language: { ko: '먼저', en: 'Someone was faster.' } }),
  ]
  const bodies: unknown[] = []
  const page = await open({
    [BUY]: (body: unknown) => {
      bodies.push(body)
      return answers.shift()
    },
  })
  const confirm = () =>
    [...document.querySelectorAll('button')].filter((one) =>
      one.textContent?.includes('Buy now'),
    )[1] as HTMLButtonElement
  await page.click(page.named('Buy now'))
  await page.settle()
  await agree(page)
  await page.click(confirm())
  await page.settle()
  expect(page.shown()).toContain('Type it again.')
  expect(confirm().disabled).toBe(true)
  await page.fill({ 'price-again': '100' })
  expect(confirm().disabled).toBe(false)
  await page.click(confirm())
  await page.settle()
  expect(bodies[1]).toMatchObject({ confirmedPrice: 100 })
  expect(page.shown()).toContain('Someone was faster.')
})

it('keeps the dialog and its message when the page shows that the listing has ended', async () => {
  const sold = problem(409, 'listing_sold', { language: { ko: '먼저', en: 'Someone was faster.' } })
  let isSold = false
  const page = await open({
    [ONE]: () => ({ payload: detail(isSold ? { listing: null, owner: person('sora') } : {}) }),
    [QUOTE]: () => (isSold ? sold : { payload: quote() }),
    [BUY]: () => {
      isSold = true
      return sold
    },
  })
  await page.click(page.named('Buy now'))
  await page.settle()
  await agree(page)
  const [, confirm] = [...document.querySelectorAll('button')].filter((one) =>
    one.textContent?.includes('Buy now'),
  )
  await page.click(confirm ?? null)
  await page.settle()
  expect(page.shown()).toContain('Not for sale')
  expect(page.shown().split('Someone was faster.')).toHaveLength(2)
  expect(page.shown()).not.toContain('You pay100')
  expect(() => page.named('Buy now')).toThrow()
  await page.click(page.named('Close'))
  expect(page.shown()).not.toContain('Someone was faster.')
})

it('lets the owner accept an offer in the version that is shown', async () => {
  const accepted: unknown[] = []
  const page = await open({
    [ONE]: { payload: detail({ isOwn: true, owner: person('mina'), listing: listing({ isOwn: true }) }) },
    'GET /api/v2/market/items/i1/offers': list(offer()),
    'POST /api/v2/market/offers/o1/accept': (body: unknown) => {
      accepted.push(body)
      return { payload: {} }
    },
  })
  expect(page.shown()).toContain('Covered')
  expect(() => page.named('Buy now')).toThrow()
  await page.click(page.named('Accept'))
  await agree(page)
  const [, confirm] = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Accept')
  await page.click(confirm ?? null)
  await page.settle()
  expect(accepted).toEqual([{ version: 2, priceHundredths: 10_000, agreed: true }])
  expect(page.toast()).toBe('You sold Lantern.')
})

it('does not offer to buy what cannot be bought, and sends visitors to the login', async () => {
  const page = await open({ [ONE]: { payload: detail({ liveness: { ...LIVE, isAllowed: false } }) } })
  expect(() => page.named('Buy now')).toThrow()
  expect(page.shown()).toContain('A membership of its world is needed')
  await leave()
  const visitor = await open({}, true)
  await visitor.click(visitor.named('Buy now'))
  expect(visitor.modal()?.id).toBe('sign-in')
})

it('reports the item to the moderators, and an offer', async () => {
  const page = await open({ 'GET /api/v2/market/items/i1/offers': list(offer({ isFunded: null })) })
  await page.click(page.named('Report theo'))
  expect(page.modal()).toEqual({
    id: 'report',
    data: { userId: 'u-theo', name: 'theo', subject: { kind: 'item', id: 'i1' } },
  })
  await page.click(page.named('Report sora'))
  expect(page.modal()?.data).toMatchObject({ userId: 'u-sora', subject: { kind: 'offer', id: 'o1' } })
  await leave()
  // Nothing of one's own.
  const own = await open({ [ONE]: { payload: detail({ isOwn: true, owner: person('mina') }) } })
  expect(() => own.named('Report mina')).toThrow()
  await leave()
  const visitor = await open({}, true)
  await visitor.click(visitor.named('Report theo'))
  expect(visitor.modal()?.id).toBe('sign-in')
})

it('shows "not found"', async () => {
  const page = await open({ [ONE]: problem(404, 'item_not_found') })
  expect(page.shown()).toContain('Item not found')
})
