// Checks whether a nickname is available, half a second after the last key.
import { useQuery } from '@tanstack/react-query'
import { type Api, payload } from '@witverse/api-client'
import { ApiError, useDebounced } from '@witverse/sdk'
import { checkNickname } from '../validation/rules'

type NicknameProblem = 'nickname.duplicate' | 'rules.nicknameUnavailable'

export function useNicknameCheck(
  api: Api,
  typed: string,
): { free: boolean; problem: NicknameProblem | undefined } {
  const nickname = useDebounced(typed)
  const settled = nickname === typed && nickname !== ''
  const wellFormed = checkNickname(nickname) === undefined
  const query = useQuery({
    queryKey: ['nickname-available', nickname],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/user/query/nickname', { params: { query: { nickname } }, signal })),
    enabled: settled && wellFormed,
  })
  if (!settled || nickname.length < 3) return { free: false, problem: undefined }
  if (!wellFormed) return { free: false, problem: 'rules.nicknameUnavailable' }
  if (query.error instanceof ApiError) return { free: false, problem: problemOf(query.error) }
  return { free: query.isSuccess, problem: undefined }
}

/** Only errors about the nickname count; a lost connection is not one. */
function problemOf(error: ApiError): NicknameProblem | undefined {
  if (error.code === 'duplicate_nickname') return 'nickname.duplicate'
  return error.code === 'unavailable_nickname' ? 'rules.nicknameUnavailable' : undefined
}
