// Queries and actions about all packages, for administrators of the platform.
import { useQueryClient } from '@tanstack/react-query'
import { omitEmpty, payload, useApi, useList } from '@witverse/sdk'
import type { StoredPackage } from './types'

const KEY = ['extensions', 'packages']

export const usePackages = (search: string) =>
  useList<StoredPackage>([...KEY, search], (api, query, signal) =>
    payload(
      api.GET('/api/admin/plugin-packages', {
        params: { query: { ...omitEmpty({ search }), ...query } },
        signal,
      }),
    ),
  )

export function useOversight() {
  const api = useApi()
  const queries = useQueryClient()
  const reloaded = async <T>(work: Promise<T>) => {
    const done = await work
    await queries.invalidateQueries({ queryKey: KEY })
    return done
  }
  const of = (digest: string) => ({ params: { path: { digest } } })
  return {
    stop: (digest: string, reason: string) =>
      reloaded(
        payload(api.POST('/api/admin/plugin-packages/{digest}/stop', { ...of(digest), body: { reason } })),
      ),
    release: (digest: string) =>
      reloaded(payload(api.DELETE('/api/admin/plugin-packages/{digest}/stop', of(digest)))),
  }
}
