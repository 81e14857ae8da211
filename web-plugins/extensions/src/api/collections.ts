// The collections of a world, which services open to its plugins. They belong to the plugin `items`.
import { useQuery } from '@tanstack/react-query'
import { isMissing, payload, useApi, useList } from '@witverse/sdk'
import type { Collection } from './types'

const PAGE_SIZE = 50

/** The world whose plugins are managed. */
export interface ManagedWorld {
  id: string
  name: string
}

/** The newest first, with memberships and what shops of the world sell. */
export const useWorldCollections = (worldId: string) =>
  useList<Collection>(['extensions', 'collections', worldId], (api, cursor, signal) =>
    payload(
      api.GET('/api/v3/worlds/{id}/item-collections', {
        params: { path: { id: worldId }, query: { every: true, limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** A collection of the world by its id: null if there is none, undefined while it is not known. */
export function useCollection(world: ManagedWorld, id: string): Collection | null | undefined {
  const api = useApi()
  const ofWorld = useWorldCollections(world.id)
  const listed = ofWorld.items.find(({ collectionId }) => collectionId === id)
  const single = useQuery({
    queryKey: ['extensions', 'collection', world.id, id],
    queryFn: async ({ signal }) => {
      try {
        const path = { id }
        const found = await payload(api.GET('/api/v2/collections/{id}', { params: { path }, signal }))
        // Plugins of the platform do not name the world of what they make.
        return [null, world.name].includes(found.worldName) ? found : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    enabled: !ofWorld.isPending && !listed,
  })
  return listed ?? single.data
}
