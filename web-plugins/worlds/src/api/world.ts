// Queries and mutations of one world.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useAction, useApi, useCaller, WALLET_KEY, worldKey } from '@witverse/sdk'
import type { WorldView } from './types'

/** Joins once at a time: the second click of a double click sends nothing. */
export function useJoinWorld(onJoined: (world: WorldView) => void) {
  const join = useEnterWorld()
  const action = useAction(async (worldId: string) => onJoined(await join(worldId, false)))
  return { join: (worldId: string) => void action.run(worldId), pending: action.pending }
}

/** Joins a world; with `change`, the caller leaves their current world for it, which is possible once. */
export function useEnterWorld() {
  const api = useApi()
  const changed = useWorldChanged()
  return async (worldId: string, change: boolean): Promise<WorldView> => {
    const query = { worldId, ...(change && { change }) }
    const world = await payload(api.POST('/api/v2/worlds/user/member', { params: { query } }))
    await changed(world)
    return world
  }
}

/** Joins the world of an invitation link, public or private. */
export function useAcceptInvitation() {
  const api = useApi()
  const changed = useWorldChanged()
  return async (code: string, change: boolean): Promise<WorldView> => {
    const world = await payload(
      api.POST('/api/v3/invitations/{code}', { params: { path: { code } }, body: { change } }),
    )
    await changed(world)
    return world
  }
}

/** The world that an invitation link leads to. */
export function useInvitation(code: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['worlds', 'invitation', code],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/invitations/{code}', { params: { path: { code } }, signal })),
  })
}

/** The caller's own world, and whether they can still change it. */
export function useMyWorld() {
  const api = useApi()
  const { user } = useCaller()
  return useQuery({
    queryKey: ['worlds', 'my', user?.worldName ?? ''],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/worlds/my', { signal })),
    enabled: user !== null,
  })
}

/** Buys a membership for the price that is shown, in whole WIT. */
export function useBuyMembership(world: WorldView) {
  const api = useApi()
  const queries = useQueryClient()
  return async (membershipId: string, price: number) => {
    const path = { id: world.worldId, membershipId }
    const call = api.POST('/api/v3/worlds/{id}/collections/{membershipId}/buy', {
      params: { path },
      body: { price },
    })
    try {
      return await payload(call)
    } finally {
      void queries.invalidateQueries({ queryKey: ['worlds'] })
      // The push of the new balance is missed if the live connection opens only now.
      void queries.invalidateQueries({ queryKey: WALLET_KEY })
    }
  }
}

export interface NewWorld {
  worldName: string
  description: { ko: string; en: string }
  isPublic: boolean
  hue: number
  logoFileId: string | null
  thumbnailFileId: string | null
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
