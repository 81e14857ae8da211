// The collections of a world, which services open to its plugins. They belong to the plugin `items`.
import { useQuery } from '@tanstack/react-query'
import { isMissing, payload, useApi, useList } from '@witverse/sdk'
import type { Collection } from './types'

const PAGE_SIZE = 50

/** The newest first. */
export const useWorldCollections = (worldName: string) =>
  useList<Collection>(['extensions', 'collections', worldName], (api, cursor, signal) =>
    payload(
      api.GET('/api/v3/worlds/{id}/item-collections', {
        params: { path: { id: worldName }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** A collection of the world by its id: null if there is none, undefined while it is not known. */
export function useCollection(worldName: string, id: string): Collection | null | undefined {
  const api = useApi()
  const ofWorld = useWorldCollections(worldName)
  const listed = ofWorld.items.find(({ collectionId }) => collectionId === id)
  const single = useQuery({
    queryKey: ['extensions', 'collection', worldName, id],
    queryFn: async ({ signal }) => {
      try {
        const path = { id }
        const found = await payload(api.GET('/api/v2/collections/{id}', { params: { path }, signal }))
        return found.worldName === worldName ? found : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    enabled: !ofWorld.isPending && !listed,
  })
  return listed ?? single.data
}
