// Test helpers: orders over a mocked network, with sample data.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Declined, Order, OrderCard, Product } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const name = { ko: '별 뽑기', en: 'Star draw' }

export const product = (facts: Partial<Product> = {}): Product => ({
  productId: 'p1',
  kind: 'random',
  worldName: null,
  name,
  about: { ko: '설명', en: 'About' },
  thumbnailUrl: '/star.svg',
  won: 5_000,
  witHundredths: 50_000,
  available: 10,
  isOpen: true,
  releaseOn: null,
  createdAt: inMinutes(-60),
  collectionId: 'c1',
  mayEdit: false,
  seller: null,
  contents: [
    {
      no: 1,
      name: { ko: '달', en: 'Moon' },
      type: 'photo',
      thumbnailUrl: '/m.svg',
      mediaType: null,
      weight: 1,
      stock: 1,
      left: 0,
    },
    {
      no: 2,
      name: { ko: '별', en: 'Star' },
      type: 'photo',
      thumbnailUrl: '/s.svg',
      mediaType: null,
      weight: 1,
      stock: 5,
      left: 4,
    },
    {
      no: 3,
      name: { ko: '비', en: 'Rain' },
      type: 'video',
      thumbnailUrl: '/r.svg',
      mediaType: null,
      weight: 3,
      stock: 9,
      left: 6,
    },
  ],
  ...facts,
})

export const orderCard = (facts: Partial<OrderCard> = {}): OrderCard => ({
  orderId: 'o1',
  product: {
    productId: 'p1',
    kind: 'random',
    name,
    thumbnailUrl: '/star.svg',
    worldName: null,
    collectionId: 'c1',
  },
  quantity: 1,
  state: 'reserved',
  price: { productsWon: 5_000, surchargeWon: 0, totalWon: 5_000, totalHundredths: 50_000 },
  method: null,
  hasParcel: false,
  shipFrom: null,
  shipBy: null,
  carrier: null,
  tracking: null,
  createdAt: inMinutes(-1),
  reservedUntil: inMinutes(9),
  paidAt: null,
  shippedAt: null,
  deliveredAt: null,
  endedAt: null,
  openedAt: null,
  exchanges: 0,
  buyer: person('mina'),
  address: null,
  addressChangedAt: null,
  requestState: null,
  openRequest: null,
  slippedDays: null,
  ...facts,
})

/** Longer periods than the first version has. */
const terms = {
  version: 2,
  withdrawDays: 14,
  defectDays: 120,
  foundDays: 45,
  refundBusinessDays: 2,
  lateInterestBp: 1_500,
  madeAt: inMinutes(-60),
}

export const order = (facts: Partial<Order> = {}): Order => ({
  ...orderCard(),
  paymentId: null,
  draw: { rule: 2, seedHash: 'abc', rows: [], seed: null, nonce: null },
  given: [],
  parcels: [],
  refunds: [],
  refunded: 0,
  late: null,
  clocks: [],
  request: null,
  ...facts,
})

/** A card payment of the order whose latest attempt was declined; of none if `declined` is null. */
export const payment = (declined: Partial<Declined> | null = {}) => ({
  id: 'pay1',
  plugin: 'orders',
  title: name,
  state: 'created',
  price: { currency: 'KRW', amountMinor: 5_000 },
  refundedWon: 0,
  createdAt: inMinutes(-1),
  expiresAt: inMinutes(9),
  paidAt: null,
  returnPath: '/order/complete?order=o1',
  declined: declined && {
    count: 1,
    left: 9,
    at: inMinutes(-1),
    reason: 'The card is over its limit.',
    isLatest: true,
    ...declined,
  },
  checkout: { kind: 'redirect', url: 'https://host/sandbox/pay/pay1' },
})

export const requestOf = (
  facts: Partial<NonNullable<Order['request']>> = {},
): NonNullable<Order['request']> => ({
  requestId: 'r1',
  kind: 'defect',
  wish: 'refund',
  reason: 'It is broken',
  photos: [],
  state: 'requested',
  answer: null,
  requestedAt: inMinutes(-60),
  decidedAt: null,
  sentBackAt: null,
  returnCarrier: null,
  returnTracking: null,
  returnedAt: null,
  fallback: null,
  escalation: null,
  escalatedAt: null,
  ...facts,
})

export const parcel = (facts: Partial<Order['parcels'][number]> = {}): Order['parcels'][number] => ({
  n: 1,
  carrier: 'cj',
  carrierName: { ko: 'CJ대한통운', en: 'CJ Logistics' },
  tracking: '123456789012',
  trackingUrl: 'https://carrier.example/123456789012',
  trackedState: null,
  trackedAt: null,
  shippedAt: inMinutes(-60),
  weightGrams: null,
  photos: [],
  notes: [],
  ...facts,
})

export async function renderOrders(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'orders',
    texts: { ko, en },
    plugins: {
      orders: { '/order': 'orders', '/order/shop': 'shop', '/order/detail': 'detail', '/order/desk': 'desk' },
    },
    ...options,
    answers: {
      'GET /api/v2/orders/products/p1': { payload: product() },
      'GET /api/v2/orders/mine/o1': { payload: order() },
      'GET /api/v2/orders/mine': list(orderCard()),
      'GET /api/v2/orders/terms': { payload: terms },
      'GET /api/v2/wallet/orders': list(),
      ...answers,
    },
  })
}
