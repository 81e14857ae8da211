// The holidays of the Korean calendar in force, and their next version.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi } from '@witverse/sdk'

export type Holidays = Payload<'/api/v2/orders/holidays', 'get'>
export type Holiday = Holidays['items'][number]

const KEY = ['orders', 'holidays']

export function useHolidays() {
  const api = useApi()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/orders/holidays', { signal })),
  })
}

interface NewHolidays {
  version: number
  year: number
  days: Holiday[]
  reason: string
}

export function useChangeHolidays() {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: NewHolidays) => {
    try {
      await payload(api.PUT('/api/v2/orders/holidays', { body }))
    } finally {
      // Also after an error: another administrator may have changed them.
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }
}
