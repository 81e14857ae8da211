// Checks whether a world name is available, half a second after the last key.
import { useQuery } from '@tanstack/react-query'
import { ApiError, payload, useApi, useDebounced } from '@witverse/sdk'
import { checkWorldName, type NameProblem, nameRefusal } from './rules'

export function useNameCheck(typed: string): { free: boolean; problem: NameProblem | undefined } {
  const api = useApi()
  const worldName = useDebounced(typed)
  const settled = worldName === typed && worldName !== ''
  const problem = checkWorldName(worldName)
  const query = useQuery({
    queryKey: ['worlds', 'name', worldName],
    queryFn: ({ signal }) => payload(api.POST('/api/v2/worlds/name', { body: { worldName }, signal })),
    enabled: settled && problem === undefined,
  })
  if (!settled) return { free: false, problem: undefined }
  if (problem) return { free: false, problem }
  if (query.error instanceof ApiError) return { free: false, problem: nameRefusal(query.error.code) }
  return { free: query.isSuccess, problem: undefined }
}
