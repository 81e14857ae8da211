// Long lists come in pieces, each with the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '@witverse/sdk'

interface Piece<T> {
  items: T[]
  nextCursor?: string | null
}

type Api = ReturnType<typeof useApi>

export function useList<T>(
  key: readonly unknown[],
  fetchPiece: (api: Api, query: Record<string, string>, signal: AbortSignal) => Promise<Piece<T>>,
) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPiece(api, pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? null,
  })
  return { ...list, items: list.data?.pages.flatMap((piece) => piece.items) ?? [] }
}

export type List<T> = ReturnType<typeof useList<T>>

/** Only what was asked for: an empty filter is none. */
export const filled = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
