// The list of public worlds, most members first, fetched page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'
import { useMemo } from 'react'
import type { WorldCard } from './types'

const PAGE_SIZE = 20

export function useWorlds() {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: ['worlds', 'list'],
    queryFn: ({ pageParam, signal }) =>
      payload(
        api.GET('/api/v3/worlds', {
          params: { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor || undefined,
  })
  const worlds = useMemo(
    () => withoutRepeats(query.data?.pages.flatMap((page) => page.items) ?? []),
    [query.data],
  )
  return { ...query, worlds }
}

/** A world that gained members between two pages can appear on both. */
function withoutRepeats(worlds: WorldCard[]): WorldCard[] {
  return [...new Map(worlds.map((world) => [world.worldId, world])).values()]
}
