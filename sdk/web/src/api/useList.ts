// Long lists come in pieces, each with the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../host/context'

interface Piece<T> {
  items: T[]
  total?: number | null
  nextCursor?: string | null
}

type Api = ReturnType<typeof useApi>

export function useList<T>(
  key: readonly unknown[],
  fetchPiece: (api: Api, query: { cursor?: string }, signal: AbortSignal) => Promise<Piece<T>>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPiece(api, pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? null,
    enabled,
  })
  return {
    ...list,
    items: list.data?.pages.flatMap((piece) => piece.items) ?? [],
    /** Of all pieces, where the platform says so. */
    total: list.data?.pages[0]?.total ?? null,
  }
}

export type List<T> = ReturnType<typeof useList<T>>

/** Only what was asked for: an empty filter is none. */
export function filled<T extends Record<string, string>>(query: T): Partial<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<T>
}
