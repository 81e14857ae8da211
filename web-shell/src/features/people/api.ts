// What others may see of a person.
import { useQuery } from '@tanstack/react-query'
import { ApiError, useApi, useCaller } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'

export interface Relation {
  self: boolean
  blocked: boolean
  muted: boolean
}

export interface PublicPerson {
  id: string
  nickname: string | null
  image: string | null
  joinedAt: string
  worldName: string | null
  relation: Relation
}

interface Known {
  id: string
  exists: boolean
  nickname: string | null
  relation: Relation
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** By the id that addresses carry, or by nickname, which people type. */
export async function fetchPerson(api: Host['api'], idOrName: string, signal: AbortSignal) {
  let name: string | null = idOrName
  if (ID.test(idOrName)) {
    const known = await call<Known>(api, 'get', `/api/v2/profile/check/${at(idOrName)}`, { signal })
    name = known.exists ? known.nickname : null
  }
  if (name === null) throw new ApiError({ status: 404, code: 'not_found' })
  return call<PublicPerson>(api, 'get', `/api/v2/profile/user/${at(name)}`, { signal })
}

export function usePerson(idOrName: string) {
  const api = useApi()
  const { status, user } = useCaller()
  return useQuery({
    // Whoever looks: being blocked and blocking change the answer.
    queryKey: ['people', 'page', idOrName, user?.id ?? null],
    queryFn: ({ signal }) => fetchPerson(api, idOrName, signal),
    enabled: status !== 'loading',
  })
}
