// The world of a page: one query for all plugins, which `worlds.changed` refreshes.
import { useQuery } from '@tanstack/react-query'
import { type Payload, payload } from '@witverse/api-client'
import { useApi, useInitialData } from '../host/context'

export type WorldView = Payload<'/api/v2/worlds/mInfo', 'get'>

export const worldKey = (worldName: string) => ['worlds', 'one', worldName]

/** Fetches nothing for an empty name. */
export function useWorld(worldName: string) {
  const api = useApi()
  // The path as the manifest of `worlds` names it.
  const initial = useInitialData<WorldView>(`/api/v2/worlds/mInfo?worldName=${encodeURIComponent(worldName)}`)
  return useQuery({
    queryKey: worldKey(worldName),
    ...initial,
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/worlds/mInfo', { params: { query: { worldName } }, signal })),
    enabled: worldName !== '',
  })
}

/** Whether the caller administers the world. */
export const canManage = (world: WorldView | undefined): boolean =>
  world !== undefined && (world.isOwner || world.isAdmin)
