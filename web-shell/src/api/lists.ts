// Long lists come in pieces: `{items, nextCursor}`, each piece with the cursor of the next.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { call } from './door'

export interface Piece<T> {
  items: T[]
  nextCursor: string | null
}

export function useList<T>(
  key: readonly unknown[],
  path: string,
  query: Record<string, string | undefined> = {},
) {
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => fetchPiece<T>(api, path, query, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })
  return { ...list, items: list.data?.pages.flatMap((piece) => piece.items) ?? [] }
}

export type List<T> = ReturnType<typeof useList<T>>

function fetchPiece<T>(
  api: Host['api'],
  path: string,
  query: Record<string, string | undefined>,
  cursor: string,
  signal: AbortSignal,
): Promise<Piece<T>> {
  const asked = Object.entries(query).filter(([, value]) => value)
  const all = { ...Object.fromEntries(asked), ...(cursor && { cursor }) }
  return call<Piece<T>>(api, 'get', path, { query: all, signal })
}
