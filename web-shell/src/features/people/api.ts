// Queries of public profiles.
import { useQuery } from '@tanstack/react-query'
import { ApiError, type Payload, payload, useApi, useCaller } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

export type PublicPerson = Payload<'/api/v2/profile/user/{name}', 'get'>

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Fetches a profile by the id in addresses, or by nickname. */
export async function fetchPerson(api: Host['api'], idOrName: string, signal: AbortSignal) {
  let name: string | null = idOrName
  if (ID.test(idOrName)) {
    const path = { id: idOrName }
    const known = await payload(api.GET('/api/v2/profile/check/{id}', { params: { path }, signal }))
    name = (known.exists && known.nickname) || null
  }
  if (name === null) throw new ApiError({ status: 404, code: 'not_found' })
  return payload(api.GET('/api/v2/profile/user/{name}', { params: { path: { name } }, signal }))
}

export function usePerson(idOrName: string) {
  const api = useApi()
  const { status, user } = useCaller()
  return useQuery({
    // The key contains the caller, because blocks change the answer.
    queryKey: ['people', 'page', idOrName, user?.id ?? null],
    queryFn: ({ signal }) => fetchPerson(api, idOrName, signal),
    enabled: status !== 'loading',
  })
}
