// Where friends are. A push says that somebody came or went; the answer says what this person may see.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useCaller, useLive } from '@witverse/sdk'

export type Present = Payload<'/api/v2/relationship/presence', 'get'>
export type PresentFriend = Present['items'][number]
export type Audience = Present['audience']

const KEY = ['friends', 'presence'] as const
/** Without a push, for a screen that has lost its connection for a while. */
const REFRESH_MS = 60_000

export function usePresence() {
  const api = useApi()
  const { user } = useCaller()
  const queries = useQueryClient()
  useLive('friends.presence', () => void queries.invalidateQueries({ queryKey: KEY }))
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/relationship/presence', { signal })),
    enabled: user?.hasNickname === true,
    refetchInterval: REFRESH_MS,
  })
}

/** Chooses who sees where one is; shown before the answer. */
export function useChooseAudience() {
  const api = useApi()
  const queries = useQueryClient()
  return async (audience: Audience) => {
    await queries.cancelQueries({ queryKey: KEY })
    queries.setQueryData<Present>(KEY, (before) => before && { ...before, audience })
    try {
      await payload(api.PUT('/api/v2/relationship/presence/audience', { body: { audience } }))
    } finally {
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }
}
