// Long lists are fetched page by page; each page carries the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../host/context'

interface Page<T> {
  items: T[]
  total?: number | null
  nextCursor?: string | null
}

type Api = ReturnType<typeof useApi>

export function useList<T>(
  key: readonly unknown[],
  fetchPage: (api: Api, query: { cursor?: string }, signal: AbortSignal) => Promise<Page<T>>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(api, pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? null,
    enabled,
  })
  return {
    ...list,
    items: list.data?.pages.flatMap((page) => page.items) ?? [],
    /** The total of all pages, where the server sends it. */
    total: list.data?.pages[0]?.total ?? null,
  }
}

export type List<T> = ReturnType<typeof useList<T>>

/** Removes empty filters from a query. */
export function omitEmpty<T extends Record<string, string>>(query: T): Partial<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<T>
}
