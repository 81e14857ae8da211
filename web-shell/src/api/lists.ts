// Long lists come in pieces: `{items, nextCursor}`, each piece with the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

export interface Piece<T> {
  items: T[]
  nextCursor?: string | null
}

/** What a piece is asked for with. */
export interface Asked {
  query: { cursor?: string }
  signal: AbortSignal
}

export function useList<T>(
  key: readonly unknown[],
  fetchPiece: (api: Host['api'], asked: Asked) => Promise<Piece<T>>,
) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      fetchPiece(api, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? null,
  })
  return { ...list, items: list.data?.pages.flatMap((piece) => piece.items) ?? [] }
}

export type List<T> = ReturnType<typeof useList<T>>

/** Only what was asked for: an empty filter is none. */
export function filled<T extends Record<string, string>>(query: T): Partial<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Partial<T>
}
