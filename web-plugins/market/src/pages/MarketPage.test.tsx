import { list, problem } from '@witverse/sdk/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { MarketList } from '../parts/MarketList'
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
  expect(document.querySelectorAll('.wv-grid > li')).toHaveLength(1)
  const inSight = [{ isIntersecting: true }] as IntersectionObserverEntry[]
  await act(async () => report(inSight, {} as IntersectionObserver))
  await page.settle()
  expect(document.querySelectorAll('.wv-grid > li')).toHaveLength(2)
  expect(cursors).toEqual([null, 'more'])
})

const C1 = '00000000-0000-4000-8000-000000000001'
const found = (id: string, title: string) => ({ id, title, text: { ko: '', en: '' }, image: null, link: '/' })
const SEARCH = {
  searchId: 's1',
  name: 'night lights',
  q: 'lantern',
  collection: C1,
  world: 'w1',
  worldName: 'agora',
  type: null,
  minPrice: null,
  maxPrice: null,
  hasOffers: true,
  sort: 'ending',
  createdAt: '2026-01-01T00:00:00Z',
}

/** The market with a world and a collection; `asked` are the queries of its list. */
async function openFilters(path: string, page = <MarketPage />, answers: Record<string, unknown> = {}) {
  const asked: Record<string, string>[] = []
  const shown = await renderMarket(page, {
    path,
    answers: {
      'GET /api/v2/market/listings': (_: unknown, request: Request) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams))
        return list(listing())
      },
      'GET /api/v2/worlds/mInfo': (_: unknown, request: Request) =>
        new URL(request.url).searchParams.get('worldName') === 'agora'
          ? { payload: { worldId: 'w1' } }
          : problem(404, 'world_not_found'),
      'GET /api/v2/worlds/search': { payload: { items: [found('w1', 'agora')] } },
      'GET /api/v2/collections/search': { payload: { items: [found(C1, 'Night')] } },
      [`GET /api/v2/market/collections/${C1}`]: { payload: { name: { ko: '밤', en: 'Night' } } },
      'GET /api/v2/market/mine/searches': { payload: { items: [SEARCH] } },
      ...answers,
    },
  })
  leave = shown.unmount
  return { ...shown, asked }
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)

it('suggests collections and worlds, and filters by the chosen ones', async () => {
  const page = await openFilters('/market')
  for (const [name, typed] of [
    ['collection', 'Ni'],
    ['world', 'ag'],
  ] as const) {
    await page.fill({ [name]: typed })
    await page.until(() => document.querySelector('[role=option]') !== null)
    await page.press(field(name), 'ArrowDown')
    await page.press(field(name), 'Enter')
    await page.settle()
  }
  expect(page.asked.at(-1)).toMatchObject({ collection: C1, world: 'w1' })
  expect([field('collection')?.value, field('world')?.value]).toEqual(['Night', 'agora'])
})

it('reads the filters from the address; an unknown world has no items', async () => {
  const page = await openFilters(`/market?collection=${C1}&world=agora`)
  expect(page.asked).toHaveLength(1)
  expect(page.asked[0]).toMatchObject({ collection: C1, world: 'w1' })
  expect(field('collection')?.value).toBe('Night')
  await page.unmount()
  const other = await openFilters('/market?world=nowhere&collection=x')
  expect(other.asked).toEqual([])
  expect(other.shown()).toContain('No matching items.')
})

it('runs a saved search with all of its filters, and saves one of a world', async () => {
  const page = await openFilters('/market')
  await page.click(page.named('night lights'))
  await page.settle()
  expect(page.asked.at(-1)).toMatchObject({
    q: 'lantern',
    collection: C1,
    world: 'w1',
    hasOffers: 'true',
    sort: 'ending',
  })
  await page.unmount()
  const saved: unknown[] = []
  const world = await openFilters('/agora/market', <MarketList world="agora" />, {
    'POST /api/v2/market/mine/searches': (body: unknown) => {
      saved.push(body)
      return { payload: SEARCH }
    },
  })
  expect(field('world')).toBeNull()
  await world.click(world.named('Save search'))
  await world.until(() => document.querySelector('[role=dialog]') !== null)
  await world.click([...document.querySelectorAll('button[type=submit]')].at(-1) ?? null)
  await world.settle()
  expect(saved).toEqual([{ name: 'agora', q: '', world: 'agora', hasOffers: false, sort: 'newest' }])
})

it('shows on the page of another world only the searches of that world', async () => {
  const page = await openFilters('/harbour/market', <MarketList world="harbour" />)
  expect(page.shown()).not.toContain('night lights')
})

it('says when a search compared the newest listings only', async () => {
  const cut = { payload: { items: [listing()], nextCursor: null, searched: 200 } }
  const open = async (path: string, answer: unknown) => {
    const page = await renderMarket(<MarketPage />, {
      path,
      answers: { 'GET /api/v2/market/listings': answer },
    })
    leave = page.unmount
    await page.settle()
    return page.shown()
  }
  expect(await open('/market?q=lantern&sort=cheapest', cut)).toContain(
    'Only the newest 200 were searched and sorted',
  )
  await leave()
  expect(await open('/market?q=lantern', cut)).toContain('add another word to find older ones')
  await leave()
  expect(await open('/market?q=lantern', list(listing()))).not.toContain('Only the newest')
})
