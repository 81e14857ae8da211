// The legal periods in force, and their next version.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi } from '@witverse/sdk'

export type LegalTerms = Payload<'/api/v2/orders/terms', 'get'>
type NewTerms = Omit<LegalTerms, 'madeAt'> & { reason: string }

const KEY = ['orders', 'terms']

export function useLegalTerms() {
  const api = useApi()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/orders/terms', { signal })),
  })
}

export function useChangeLegalTerms() {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: NewTerms) => {
    try {
      await payload(api.PUT('/api/v2/orders/terms', { body }))
    } finally {
      // Also after an error: another administrator may have changed them.
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }
}
