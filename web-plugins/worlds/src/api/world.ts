// Queries and mutations of one world.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useAction, useApi, useCaller, useInitialData } from '@witverse/sdk'
import type { WorldView } from './types'

/** The request for a world, as the manifest names it. */
export const worldPath = (worldName: string) =>
  `/api/v2/worlds/mInfo?worldName=${encodeURIComponent(worldName)}`

const worldKey = (worldName: string) => ['worlds', 'one', worldName]

export function useWorld(worldName: string) {
  const api = useApi()
  const initial = useInitialData<WorldView>(worldPath(worldName))
  return useQuery({
    queryKey: worldKey(worldName),
    ...initial,
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/worlds/mInfo', { params: { query: { worldName } }, signal })),
  })
}

/** Joins once at a time: the second click of a double click sends nothing. */
export function useJoinWorld(onJoined: (world: WorldView) => void) {
  const api = useApi()
  const changed = useWorldChanged()
  const action = useAction(async (worldId: string) => {
    const world = await payload(api.POST('/api/v2/worlds/user/member', { params: { query: { worldId } } }))
    await changed(world)
    onJoined(world)
  })
  return { join: (worldId: string) => void action.run(worldId), pending: action.pending }
}

export interface NewWorld {
  worldName: string
  description: { ko: string; en: string }
  isPublic: boolean
  hue: number
}

export function useCreateWorld() {
  const api = useApi()
  const changed = useWorldChanged()
  return async (body: NewWorld): Promise<WorldView> => {
    const world = await payload(api.POST('/api/v3/worlds', { body }))
    await changed(world)
    return world
  }
}

/** Updates the caches after a change of the caller's own world: the world, the lists and the caller. */
function useWorldChanged() {
  const queries = useQueryClient()
  const caller = useCaller()
  return async (world: WorldView) => {
    queries.setQueryData(worldKey(world.worldName), world)
    void queries.invalidateQueries({ queryKey: ['worlds', 'list'] })
    await caller.reload()
  }
}
