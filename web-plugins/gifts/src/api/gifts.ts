// Queries and mutations of gifts. Their keys begin with `gifts`; the shell invalidates them on `gifts.changed`.
// Giftable items belong to the items plugin, under `items`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useChange, useList } from '@witverse/sdk'
import type { Direction, Gift } from './types'

const PAGE_SIZE = 20

export const useGifts = (direction: Direction, status: 'pending' | 'closed') =>
  useList(['gifts', direction, status], (api, cursor, signal) => {
    const params = { query: { status, limit: PAGE_SIZE, ...cursor } }
    return payload(
      direction === 'received'
        ? api.GET('/api/v2/gift/received', { params, signal })
        : api.GET('/api/v2/gift/sent', { params, signal }),
    )
  })

const oneKey = (id: string) => ['gifts', 'one', id] as const

export function useGift(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/gift/{airdropId}', { params: { path: { airdropId: id } }, signal })),
  })
}

/** Friends whose nickname begins with the text; the first friends if it is empty. */
export function useGiftFriends(text: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['gifts', 'friends', text],
    queryFn: ({ signal }) =>
      payload(api.POST('/api/v2/gift/user/search', { body: { searchData: text }, signal })),
  })
}

export const useGiftableItems = () =>
  useList(['items', 'giftable'], (api, cursor, signal) =>
    payload(api.GET('/api/item/inventory/craft/gift/item', { params: { query: { ...cursor } }, signal })),
  )

/** The item that the wizard was opened with. */
export function useItem(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'one', id],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/items/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
  })
}

export interface NewGift {
  userId: string
  type: 'wit' | 'item'
  /** Whole WIT, or the id of the item. */
  target: number | string
  message: string
}

/** Mutations. They move WIT and items, so there are no optimistic updates. */
export function useGiftActions() {
  const api = useApi()
  const queries = useQueryClient()
  const change = useChange()
  const keep = async (call: Promise<Gift>) => {
    const gift = await change(call)
    queries.setQueryData(oneKey(gift.airdropId), gift)
    return gift
  }
  return {
    send({ userId, type, target, message }: NewGift) {
      const body = { airdropTargetData: target, airdropTargetType: type, fee: 0, message, userId }
      return keep(payload(api.POST('/api/v2/gift/create', { body })))
    },
    handle(airdropId: string, approve: boolean) {
      return keep(payload(api.POST('/api/v2/gift/handle', { body: { airdropId, approve } })))
    },
  }
}
