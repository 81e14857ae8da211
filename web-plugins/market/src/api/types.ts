// Types of the market from the API.
import type { Payload } from '@witverse/sdk'

export type ItemDetail = Payload<'/api/v2/market/items/{id}', 'get'>
export type Listing = Payload<'/api/v2/market/listings', 'get'>['items'][number]
export type MarketItem = Listing['item']
export type Collection = Payload<'/api/v2/market/collections/{id}', 'get'>
export type Offer = Payload<'/api/v2/market/mine/offers', 'get'>['items'][number]
export type Sale = Payload<'/api/v2/market/mine/sales', 'get'>['items'][number]
export type Receipt = Payload<'/api/v2/market/sales/{saleId}', 'get'>
export type Quote = Payload<'/api/v2/market/listings/{id}/quote', 'post'>
export type Liveness = Quote['liveness']
export type Split = Pick<
  Listing,
  'priceHundredths' | 'feeHundredths' | 'royaltyHundredths' | 'sellerReceivesHundredths'
>

export const TYPES: MarketItem['type'][] = [
  'audio',
  'block',
  'consumable',
  'gear',
  'pfp',
  'photo',
  'text',
  'video',
]
export const SORTS = ['newest', 'cheapest', 'dearest', 'ending'] as const
export type Sort = (typeof SORTS)[number]
export const DURATIONS = ['1d', '3d', '7d', '1m', '3m', '6m', '1y'] as const
export type Duration = (typeof DURATIONS)[number]
