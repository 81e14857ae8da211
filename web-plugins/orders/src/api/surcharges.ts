// The surcharges for delivery to islands in force, and their next version.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi } from '@witverse/sdk'

export type Surcharges = Payload<'/api/v2/orders/surcharges', 'get'>
export type SurchargeArea = Surcharges['items'][number]

const KEY = ['orders', 'surcharges']

export function useSurcharges() {
  const api = useApi()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/orders/surcharges', { signal })),
  })
}

interface NewSurcharges {
  version: number
  name: string
  items: SurchargeArea[]
}

export function useChangeSurcharges() {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: NewSurcharges) => {
    try {
      await payload(api.PUT('/api/v2/orders/surcharges', { body }))
    } finally {
      // Also after an error: another administrator may have changed them.
      void queries.invalidateQueries({ queryKey: KEY })
      void queries.invalidateQueries({ queryKey: ['orders', 'addresses'] })
    }
  }
}
