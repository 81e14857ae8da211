// The list of public worlds, fetched page by page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type Payload, payload, useApi, useInitialData } from '@witverse/sdk'
import { useMemo } from 'react'
import type { WorldCard } from './types'

const PAGE_SIZE = 20
/** The first page, as the manifest names it. */
export const FIRST_WORLDS = `/api/v3/worlds?limit=${PAGE_SIZE}`

export type WorldList = Payload<'/api/v3/worlds', 'get'>

export const SORTS = ['members', 'newest', 'points'] as const
export type Sort = (typeof SORTS)[number]

/** Most members first, or in another order; with `q`, the worlds with this text. */
export function useWorlds({ sort = 'members', q = '' }: { sort?: Sort; q?: string } = {}) {
  const api = useApi()
  const { initialData: first, ...age } = useInitialData<WorldList>(FIRST_WORLDS)
  const isUsual = sort === 'members' && q === ''
  const filter = { ...(sort !== 'members' && { sort }), ...(q !== '' && { q }) }
  const query = useInfiniteQuery({
    queryKey: isUsual ? ['worlds', 'list'] : ['worlds', 'list', sort, q],
    ...(isUsual && first && { initialData: { pages: [first], pageParams: [''] }, ...age }),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      payload(
        api.GET('/api/v3/worlds', {
          params: { query: { limit: PAGE_SIZE, ...filter, ...(pageParam && { cursor: pageParam }) } },
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
