// Items that a plugin asks for.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'

/** An item, as it is now. */
export function useItem(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['extensions', 'item', id],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/items/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  })
}

/** Answers a plugin that asks whether it may give an own item to another person. */
export function useEscrowAnswer(id: string) {
  const api = useApi()
  return (body: { install: string; agrees: boolean; askedUntil?: string | null; durationMinutes?: number }) =>
    payload(api.PUT('/api/v2/items/{id}/escrow', { params: { path: { id } }, body }))
}
