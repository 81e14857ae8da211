// One world, and what changes it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useCaller } from '@witverse/sdk'
import type { WorldView } from './types'

const worldKey = (worldName: string) => ['worlds', 'one', worldName]

export function useWorld(worldName: string) {
  const api = useApi()
  return useQuery({
    queryKey: worldKey(worldName),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/worlds/mInfo', { params: { query: { worldName } }, signal })),
  })
}

export function useJoinWorld(onJoined: (world: WorldView) => void) {
  const api = useApi()
  const changed = useWorldChanged()
  return useMutation({
    mutationFn: (worldId: string) =>
      payload(api.POST('/api/v2/worlds/user/member', { params: { query: { worldId } } })),
    onSuccess: async (world) => {
      await changed(world)
      onJoined(world)
    },
  })
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

/** After the caller's own world changed: what is known of it, the lists, and who the caller is. */
function useWorldChanged() {
  const queries = useQueryClient()
  const caller = useCaller()
  return async (world: WorldView) => {
    queries.setQueryData(worldKey(world.worldName), world)
    void queries.invalidateQueries({ queryKey: ['worlds', 'list'] })
    await caller.reload()
  }
}
