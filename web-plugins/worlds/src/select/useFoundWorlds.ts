// Filters the loaded worlds by a search text; fetches the world with the exact name if none matches.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useDebounced } from '@witverse/sdk'
import type { WorldCard } from '../api/types'
import { checkWorldName } from '../create/rules'

export function useFoundWorlds(
  listed: WorldCard[],
  search: string,
): { worlds: WorldCard[]; searching: boolean } {
  const api = useApi()
  const typed = search.trim().toLowerCase()
  const worldName = useDebounced(typed)
  const matches = typed ? listed.filter((world) => world.worldName.includes(typed)) : listed
  const ask =
    typed !== '' && matches.length === 0 && worldName === typed && checkWorldName(typed) === undefined
  const exact = useQuery({
    queryKey: ['worlds', 'find', worldName],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/worlds/mInfo', { params: { query: { worldName } }, signal })),
    enabled: ask,
  })
  if (matches.length > 0 || !typed) return { worlds: matches, searching: false }
  const found = ask && exact.data?.isPublic ? [exact.data] : []
  return { worlds: found, searching: worldName !== typed || (ask && exact.isLoading) }
}
