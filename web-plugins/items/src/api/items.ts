// Queries of items. Their keys begin with `items`; the shell invalidates them also when gifts change.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useHasPlugin, useList } from '@witverse/sdk'

const PAGE_SIZE = 24

export interface InventoryFilter {
  /** `all`, or a type. */
  type: string
  /** `all`, `free` or `locked`. */
  state: string
}

export const useInventory = ({ type, state }: InventoryFilter) =>
  useList(['items', 'mine', type, state], (api, cursor, signal) =>
    payload(
      api.GET('/api/item/inventory/craft/{a}/{b}', {
        params: { path: { a: type, b: state }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

export const useGallery = (userId: string) =>
  useList(['items', 'gallery', userId], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/user/inventory/paging/{userId}', {
        params: { path: { userId }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** The number of comments by item: one request for each page of a list. Empty without `community`, which owns the key. */
export function useCommentCounts(
  pages: readonly (readonly { itemId: string }[])[],
): ReadonlyMap<string, number> {
  const api = useApi()
  const enabled = useHasPlugin('community')
  const answers = useQueries({
    queries: pages
      .filter((page) => page.length > 0)
      .map((page) => {
        const itemIds = page.map(({ itemId }) => itemId).join(',')
        return {
          queryKey: ['community', 'comment-counts', itemIds],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            payload(api.GET('/api/v2/comments/counts', { params: { query: { itemIds } }, signal })),
          enabled,
        }
      }),
  })
  return new Map(
    answers.flatMap(
      ({ data }) => data?.items.map(({ itemId, comments }) => [itemId, comments] as const) ?? [],
    ),
  )
}

export function useItem(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'one', id],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/items/{id}', { params: { path: { id } }, signal })),
  })
}

export function useProvenance(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'provenance', id],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/items/{id}/provenance', { params: { path: { id } }, signal })),
  })
}

export function useCollection(id: string, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'collection', id],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/collections/{id}', { params: { path: { id } }, signal })),
    enabled,
  })
}

/** Makes a collection official, or ends it. */
export function useMakeOfficial(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return async (isOfficial: boolean) => {
    const params = { path: { id } }
    await payload(api.PUT('/api/v2/collections/{id}/official', { params, body: { isOfficial } }))
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['items', 'collection', id] }),
      queries.invalidateQueries({ queryKey: ['items', 'official'] }),
    ])
  }
}

export const useCollectionItems = (id: string) =>
  useList(['items', 'collection', id, 'items'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/collections/{id}/items', {
        params: { path: { id }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** The pending gift of an item: recipient and expiry. The gifts plugin uses the same query. */
export function useGiftOf(itemId: string, waits: boolean) {
  const hasGifts = useHasPlugin('gifts')
  const sent = useList(
    ['gifts', 'sent', 'pending'],
    (api, cursor, signal) => {
      const params = { query: { status: 'pending' as const, limit: PAGE_SIZE, ...cursor } }
      return payload(api.GET('/api/v2/gift/sent', { params, signal }))
    },
    { enabled: hasGifts && waits },
  )
  return waits ? sent.items.find(({ item }) => item?.itemId === itemId) : undefined
}
