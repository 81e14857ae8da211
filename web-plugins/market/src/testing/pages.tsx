// Test helpers: the market over a mocked network, with sample data.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { ItemDetail, Listing, Offer, Quote } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const SPLIT = {
  priceHundredths: 10_000,
  feeHundredths: 250,
  royaltyHundredths: 500,
  sellerReceivesHundredths: 9_250,
}

export const ITEM = {
  itemId: 'i1',
  name: { ko: '등불', en: 'Lantern' },
  thumbnailUrl: '/lantern.svg',
  type: 'gear' as const,
  edition: 3,
  collectionId: 'c1',
}

export const LIVE = { isOwned: true, isFree: true, isFunded: true, isFresh: true, isAllowed: true }

export const listing = (facts: Partial<Listing> = {}): Listing => ({
  listingId: 'l1',
  item: ITEM,
  itemVersion: 1,
  seller: person('theo'),
  isOwn: false,
  ...SPLIT,
  feeBp: 250,
  royaltyBp: 500,
  rulesVersion: 1,
  status: 'open',
  hasOffers: false,
  createdAt: inDays(-1),
  expiresAt: inDays(6),
  closedAt: null,
  ...facts,
})

export const offer = (facts: Partial<Offer> = {}): Offer => ({
  offerId: 'o1',
  item: ITEM,
  collection: null,
  offerer: person('sora'),
  owner: person('mina'),
  isOwn: false,
  ...SPLIT,
  rulesVersion: 1,
  version: 2,
  status: 'open',
  isFunded: true,
  createdAt: inDays(-1),
  expiresAt: inDays(2),
  closedAt: null,
  ...facts,
})

export const detail = (facts: Partial<ItemDetail> = {}): ItemDetail => ({
  item: ITEM,
  description: { ko: '', en: 'It lights dark ways.' },
  collectionName: { ko: '밤', en: 'Night' },
  version: 1,
  owner: person('theo'),
  isOwn: false,
  isUsed: false,
  lockedBy: null,
  listing: listing(),
  liveness: LIVE,
  medianHundredths: null,
  bestOfferHundredths: null,
  ownOffer: null,
  ownCollectionOffer: null,
  isWatched: false,
  isHalted: false,
  ...facts,
})

export const quote = (facts: Partial<Quote> = {}): Quote => ({
  listingId: 'l1',
  ...SPLIT,
  rulesVersion: 1,
  itemVersion: 1,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  signature: 's',
  liveness: LIVE,
  medianHundredths: null,
  isUnusual: false,
  ...facts,
})

export async function renderMarket(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'market',
    texts: { ko, en },
    plugins: { market: { '/market': 'market', '/market/trades': 'trades' } },
    ...options,
    answers: {
      'GET /api/v2/market/items/i1': { payload: detail() },
      'GET /api/v2/market/items/i1/sales': list(),
      'GET /api/v2/market/items/i1/offers': list(),
      'GET /api/v2/market/listings': list(listing()),
      'GET /api/v2/market/mine/searches': { payload: { items: [] } },
      'POST /api/v2/market/listings/l1/quote': { payload: quote() },
      ...answers,
    },
  })
}
