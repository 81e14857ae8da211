// Queries and actions about all packages, for administrators of the platform.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { omitEmpty, payload, useApi, useList } from '@witverse/sdk'
import type { Publisher, StoredPackage } from './types'

const KEY = ['extensions', 'packages']

/** The packages that wait for a review, the earliest first. */
export const useReviewQueue = () =>
  useList<StoredPackage>([...KEY, 'queue'], (api, query, signal) =>
    payload(api.GET('/api/admin/plugin-reviews', { params: { query }, signal })),
  )

export const usePublishers = (search: string) =>
  useList<Publisher>([...KEY, 'publishers', search], (api, query, signal) =>
    payload(
      api.GET('/api/admin/plugin-publishers', {
        params: { query: { ...omitEmpty({ search }), ...query } },
        signal,
      }),
    ),
  )

export const usePackages = (search: string) =>
  useList<StoredPackage>([...KEY, 'all', search], (api, query, signal) =>
    payload(
      api.GET('/api/admin/plugin-packages', {
        params: { query: { ...omitEmpty({ search }), ...query } },
        signal,
      }),
    ),
  )

/** A package in detail, for its review. */
export function usePackageDetails(digest: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...KEY, 'details', digest],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/admin/plugin-packages/{digest}', { params: { path: { digest } }, signal })),
  })
}

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
    /** The answer is bytes, so it is wrapped in the usual envelope. */
    download: (digest: string) => {
      const response = api.GET('/api/admin/plugin-packages/{digest}/archive', {
        ...of(digest),
        parseAs: 'blob',
      })
      return payload<Blob>(
        response.then(({ data, ...rest }) => ({ ...rest, ...(data && { data: { payload: data } }) })),
      )
    },
    revokeKey: (name: string, key: string, reason: string) =>
      reloaded(
        payload(
          api.POST('/api/admin/plugin-publishers/{name}/keys/{key}/revocation', {
            params: { path: { name, key } },
            body: { reason },
          }),
        ),
      ),
    restoreKey: (name: string, key: string) =>
      reloaded(
        payload(
          api.DELETE('/api/admin/plugin-publishers/{name}/keys/{key}/revocation', {
            params: { path: { name, key } },
          }),
        ),
      ),
    stop: (digest: string, reason: string) =>
      reloaded(
        payload(api.POST('/api/admin/plugin-packages/{digest}/stop', { ...of(digest), body: { reason } })),
      ),
    review: (digest: string) =>
      reloaded(payload(api.POST('/api/admin/plugin-packages/{digest}/review', of(digest)))),
    withdraw: (digest: string) =>
      reloaded(payload(api.DELETE('/api/admin/plugin-packages/{digest}/review', of(digest)))),
    stopPublisher: (name: string, reason: string) =>
      reloaded(
        payload(
          api.POST('/api/admin/plugin-publishers/{name}/stop', {
            params: { path: { name } },
            body: { reason },
          }),
        ),
      ),
    releasePublisher: (name: string) =>
      reloaded(
        payload(api.DELETE('/api/admin/plugin-publishers/{name}/stop', { params: { path: { name } } })),
      ),
    release: (digest: string) =>
      reloaded(payload(api.DELETE('/api/admin/plugin-packages/{digest}/stop', of(digest)))),
  }
}
