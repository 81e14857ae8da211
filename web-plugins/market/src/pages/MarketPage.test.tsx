import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { listing, renderMarket } from '../testing/pages'
import MarketPage from './MarketPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('fetches the next page while the end of the grid comes near, once', async () => {
  let report: IntersectionObserverCallback = () => undefined
  class Sight {
    constructor(callback: IntersectionObserverCallback) {
      report = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Sight)
  const cursors: (string | null)[] = []
  const page = await renderMarket(<MarketPage />, {
    path: '/market',
    answers: {
      'GET /api/v2/market/listings': (_: unknown, request: Request) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        cursors.push(cursor)
        return cursor
          ? { payload: { items: [listing({ listingId: 'l2' })], nextCursor: null } }
          : { payload: { items: [listing()], nextCursor: 'more' } }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  expect(document.querySelectorAll('.mk-grid > li')).toHaveLength(1)
  const inSight = [{ isIntersecting: true }] as IntersectionObserverEntry[]
  await act(async () => report(inSight, {} as IntersectionObserver))
  await page.settle()
  expect(document.querySelectorAll('.mk-grid > li')).toHaveLength(2)
  expect(cursors).toEqual([null, 'more'])
})
