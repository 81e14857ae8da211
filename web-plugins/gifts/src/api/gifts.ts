// What is asked for about gifts. Everything begins with `gifts`, which the shell asks for anew when `gifts.changed`
// comes; what one has to give away belongs to the items.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useList } from '@witverse/sdk'
import type { Direction, Gift } from './types'

const PIECE = 20

export const useGifts = (direction: Direction, status: 'pending' | 'all') =>
  useList(['gifts', direction, status], (api, cursor, signal) => {
    const params = { query: { status, limit: PIECE, ...cursor } }
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

/** Friends whose nickname begins with it; without a text the first of them. */
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

/** An item that was chosen before the wizard opened. */
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
  /** Whole WIT, or the item's id. */
  target: number | string
  message: string
}

/** What can be done with gifts. WIT and items move by it, so nothing is shown before the platform has said so. */
export function useGiftActions() {
  const api = useApi()
  const queries = useQueryClient()
  /** Also after a refusal: then the gift is not what the screen says. */
  const refresh = () => {
    for (const key of ['gifts', 'items', 'wallet']) void queries.invalidateQueries({ queryKey: [key] })
  }
  const told = async (call: Promise<Gift>) => {
    try {
      const gift = await call
      queries.setQueryData(oneKey(gift.airdropId), gift)
      return gift
    } finally {
      refresh()
    }
  }
  return {
    refresh,
    send({ userId, type, target, message }: NewGift) {
      const body = { airdropTargetData: target, airdropTargetType: type, fee: 0, message, userId }
      return told(payload(api.POST('/api/v2/gift/create', { body })))
    },
    handle(airdropId: string, approve: boolean) {
      return told(payload(api.POST('/api/v2/gift/handle', { body: { airdropId, approve } })))
    },
  }
}
