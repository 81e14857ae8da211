// Collections of the caller, and making items in them. Their keys begin with `items`.
import { useQueryClient } from '@tanstack/react-query'
import { canManage, payload, useApi, useCaller, useList, useWorld } from '@witverse/sdk'
import type { GearModel, GearSlot } from '../craft/draft'
import type { Collection, ItemType } from './types'

const PAGE_SIZE = 50
const WORLD_PAGE = 12

export const useOwnCollections = () =>
  useList(['items', 'collections', 'mine'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/collections/mine', { params: { query: { limit: PAGE_SIZE, ...cursor } }, signal }),
    ),
  )

export const useCollectionsOfWorld = (worldName: string, enabled = true) =>
  useList(
    ['items', 'collections', 'world', worldName],
    (api, cursor, signal) =>
      payload(
        api.GET('/api/v3/worlds/{id}/item-collections', {
          params: { path: { id: worldName }, query: { limit: WORLD_PAGE, ...cursor } },
          signal,
        }),
      ),
    { enabled },
  )

/** The collections of a world as a choice for a new item. */
export const useCollectionsToCraft = (worldName: string) =>
  useList(['items', 'collections', 'world', worldName, 'choice'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v3/worlds/{id}/item-collections', {
        params: { path: { id: worldName }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** The world of the caller, if they administer it. */
export function useManagedWorld(): string | null {
  const { user } = useCaller()
  const worldName = user?.worldName ?? ''
  return canManage(useWorld(worldName).data) ? worldName : null
}

interface Both {
  ko: string
  en: string
}

export interface CollectionTexts {
  name: Both
  description: Both
  imageFileId: string | null
}

export interface NewCollection extends CollectionTexts {
  supply: number | null
  royaltyBp: number
  worldName: string | null
}

export interface NewItems {
  type: ItemType
  name: Both
  description: Both
  imageFileId: string
  mediaFileId: string | null
  text: string | null
  gear: { slot: GearSlot; model: GearModel } | null
  quantity: number
}

export function useCraft() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['items'] })
  return {
    async makeCollection(body: NewCollection): Promise<Collection> {
      const made = await payload(api.POST('/api/v2/collections', { body }))
      await refresh()
      return made
    },
    async changeCollection(id: string, body: CollectionTexts): Promise<Collection> {
      const params = { path: { id } }
      const changed = await payload(api.PUT('/api/v2/collections/{id}', { params, body }))
      await refresh()
      return changed
    },
    async makeItems(collectionId: string, body: NewItems) {
      const params = { path: { id: collectionId } }
      const made = await payload(api.POST('/api/v2/collections/{id}/items', { params, body }))
      await refresh()
      return made
    },
    async useUp(itemId: string) {
      const params = { path: { id: itemId } }
      const used = await payload(api.PUT('/api/v2/items/{id}/use', { params }))
      await refresh()
      return used
    },
  }
}
