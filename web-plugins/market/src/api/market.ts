// Queries and mutations of the market. Their keys begin with `market`; the shell invalidates them on `market.changed`.
import { useQuery } from '@tanstack/react-query'
import { omitEmpty, payload, useApi, useChange, useList } from '@witverse/sdk'
import type { Duration, MarketItem, Quote, Sort } from './types'

const PAGE_SIZE = 24

export interface Filter {
  q: string
  type: string
  minPrice: string
  maxPrice: string
  hasOffers: boolean
  sort: Sort
  /** An id; empty: all. */
  collection: string
  /** A name; empty: all. */
  world: string
}

/** `world` is the id of the filter's world. */
export const useListings = (filter: Filter, world: string, enabled: boolean) =>
  useList(
    ['market', 'listings', filter, world],
    (api, cursor, signal) => {
      const { q, type, minPrice, maxPrice, hasOffers, sort, collection } = filter
      const query = {
        ...omitEmpty({ q, collection, world }),
        ...(type !== 'all' && { type: type as MarketItem['type'] }),
        ...(minPrice !== '' && { minPrice: Number(minPrice) }),
        ...(maxPrice !== '' && { maxPrice: Number(maxPrice) }),
        ...(hasOffers && { hasOffers }),
        sort,
        limit: PAGE_SIZE,
        ...cursor,
      }
      return payload(api.GET('/api/v2/market/listings', { params: { query }, signal }))
    },
    { enabled },
  )

/** How many listings a search was limited to, from the first page of its list; null if it compared all of them. */
export const searchedOf = (page: object | undefined): number | null =>
  (page as { searched?: number | null } | undefined)?.searched ?? null

export function useMarketItem(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'item', id],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/market/items/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
  })
}

export function useReceipt(saleId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'receipt', saleId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/market/sales/{saleId}', { params: { path: { saleId } }, signal })),
    enabled: saleId !== '',
  })
}

/** The event of a link that leads from it to an item; an error if the id belongs to no event. */
export function useMeetup(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'meetup', id],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/meetup/{id}/detail', { params: { path: { id } }, signal })),
    enabled: id !== '',
    retry: false,
  })
}

export function useMarketCollection(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'collection', id],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/market/collections/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
  })
}

/** The rules of the market: the fee of a new listing or offer. */
export function useRules() {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'rules'],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/market/rules', { signal })),
  })
}

export const useItemSales = (id: string) =>
  useList(['market', 'item', id, 'sales'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/market/items/{id}/sales', { params: { path: { id }, query: { ...cursor } }, signal }),
    ),
  )

export const useCollectionSales = (id: string) =>
  useList(['market', 'collection', id, 'sales'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/market/collections/{id}/sales', {
        params: { path: { id }, query: { ...cursor } },
        signal,
      }),
    ),
  )

export const useItemOffers = (id: string) =>
  useList(['market', 'item', id, 'offers'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/market/items/{id}/offers', { params: { path: { id }, query: { ...cursor } }, signal }),
    ),
  )

export const useCollectionOffers = (id: string) =>
  useList(['market', 'collection', id, 'offers'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/market/collections/{id}/offers', {
        params: { path: { id }, query: { ...cursor } },
        signal,
      }),
    ),
  )

export const useOwnListings = () =>
  useList(['market', 'mine', 'listings'], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/mine/listings', { params: { query: { ...cursor } }, signal })),
  )

export const useOwnOffers = (direction: 'received' | 'sent') =>
  useList(['market', 'mine', 'offers', direction], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/mine/offers', { params: { query: { direction, ...cursor } }, signal })),
  )

export const useOwnSales = (side: 'bought' | 'sold') =>
  useList(['market', 'mine', 'sales', side], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/mine/sales', { params: { query: { side, ...cursor } }, signal })),
  )

export const useWatches = () =>
  useList(['market', 'mine', 'watches'], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/mine/watches', { params: { query: { ...cursor } }, signal })),
  )

export function useSearches(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['market', 'mine', 'searches'],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/market/mine/searches', { signal })),
    enabled,
  })
}

/** Up to eight collections whose names have the words, in the caller's language. */
export function useCollectionSearch(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'collections', 'search', q],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/collections/search', { params: { query: { q } }, signal })),
    enabled: q !== '',
  })
}

/** Up to eight worlds by name or description; the title of a result is the name. */
export function useWorldSearch(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['worlds', 'search', q],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/worlds/search', { params: { query: { q } }, signal })),
    enabled: q !== '',
  })
}

export interface NewOffer {
  itemId?: string
  collectionId?: string
  price: number
  duration: Duration
  confirmedPrice?: number
}

/** The price typed again, for an unusual one. */
const confirmed = (confirmedPrice: number | undefined) =>
  confirmedPrice === undefined ? {} : { confirmedPrice }

/** Mutations. They move WIT and items, so there are no optimistic updates. */
export function useTrade() {
  const api = useApi()
  const change = useChange()
  const at = (id: string) => ({ params: { path: { id } } })
  return {
    list: (itemId: string, price: number, duration: Duration, confirmedPrice?: number) =>
      change(
        payload(
          api.POST('/api/v2/market/listings', {
            body: { itemId, price, duration, agreed: true, ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    changeListing: (id: string, price: number, duration: Duration | '', confirmedPrice?: number) =>
      change(
        payload(
          api.PUT('/api/v2/market/listings/{id}', {
            ...at(id),
            body: { price, ...(duration && { duration }), ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    cancelListing: (id: string) => change(payload(api.DELETE('/api/v2/market/listings/{id}', at(id)))),
    quote: (id: string) => payload(api.POST('/api/v2/market/listings/{id}/quote', at(id))),
    buy: ({ liveness: _, medianHundredths: __, isUnusual: ___, ...quote }: Quote, confirmedPrice?: number) =>
      change(
        payload(
          api.POST('/api/v2/market/listings/{id}/buy', {
            ...at(quote.listingId),
            body: { quote, agreed: true, ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    offer: ({ confirmedPrice, ...offer }: NewOffer) =>
      change(
        payload(
          api.POST('/api/v2/market/offers', {
            body: { ...offer, agreed: true, ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    changeOffer: (id: string, price: number, duration: Duration | '', confirmedPrice?: number) =>
      change(
        payload(
          api.PUT('/api/v2/market/offers/{id}', {
            ...at(id),
            body: { price, ...(duration && { duration }), ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    cancelOffer: (id: string) => change(payload(api.DELETE('/api/v2/market/offers/{id}', at(id)))),
    cancelAllOffers: () => change(payload(api.POST('/api/v2/market/offers/cancel-all', {}))),
    rejectOffer: (id: string) => change(payload(api.POST('/api/v2/market/offers/{id}/reject', at(id)))),
    acceptOffer: (
      id: string,
      seen: { version: number; priceHundredths: number },
      itemId?: string,
      confirmedPrice?: number,
    ) =>
      change(
        payload(
          api.POST('/api/v2/market/offers/{id}/accept', {
            ...at(id),
            body: { ...seen, agreed: true, ...(itemId && { itemId }), ...confirmed(confirmedPrice) },
          }),
        ),
      ),
    watch: (id: string, watched: boolean) =>
      change(
        payload(
          watched
            ? api.PUT('/api/v2/market/items/{id}/watch', at(id))
            : api.DELETE('/api/v2/market/items/{id}/watch', at(id)),
        ),
      ),
    saveSearch: (name: string, filter: Filter) =>
      change(
        payload(
          api.POST('/api/v2/market/mine/searches', {
            body: {
              name,
              q: filter.q,
              ...omitEmpty({ collection: filter.collection, world: filter.world }),
              ...(filter.type !== 'all' && { type: filter.type as MarketItem['type'] }),
              ...(filter.minPrice !== '' && { minPrice: Number(filter.minPrice) }),
              ...(filter.maxPrice !== '' && { maxPrice: Number(filter.maxPrice) }),
              hasOffers: filter.hasOffers,
              sort: filter.sort,
            },
          }),
        ),
      ),
    removeSearch: (id: string) => change(payload(api.DELETE('/api/v2/market/mine/searches/{id}', at(id)))),
  }
}
