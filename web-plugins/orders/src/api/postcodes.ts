// The index of postal codes: its search, and its import by administrators.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'
import type { IndexRow } from '../admin/index-file'

export function useAddressSearch(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'postcodes', q],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/orders/postcodes', { params: { query: { q } }, signal })),
    enabled: q !== '',
    staleTime: 60_000,
  })
}

export function usePostcodeVersions() {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'postcode-versions'],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/orders/postcodes/versions', { signal })),
  })
}

export function usePostcodeImport() {
  const api = useApi()
  const queries = useQueryClient()
  const of = (version: number) => ({ params: { path: { version: String(version) } } })
  return {
    begin: async () => {
      const { items } = await payload(api.POST('/api/v2/orders/postcodes/versions', {}))
      const version = items.find(({ isUsed }) => !isUsed)?.version
      if (version === undefined) throw new Error('there is no new version')
      return version
    },
    fill: (version: number, from: number, rows: IndexRow[]) =>
      payload(
        api.POST('/api/v2/orders/postcodes/versions/{version}/rows', {
          ...of(version),
          body: { from, rows },
        }),
      ),
    use: async (version: number, rows: number) => {
      await payload(
        api.POST('/api/v2/orders/postcodes/versions/{version}/use', { ...of(version), body: { rows } }),
      )
      void queries.invalidateQueries({ queryKey: ['orders'] })
    },
  }
}
