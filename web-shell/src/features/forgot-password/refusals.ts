// The catalogue's words for a reset that is refused.
import type { ApiError } from '@witverse/sdk'

/** The key of what the catalogue says; nothing where the server's own words say more. */
export function resetRefusal(error: ApiError): string | null {
  if (error.status === 0 || error.status >= 500 || error.status === 429) return null
  if (error.code === 'not_exist') return 'signIn.userNotExist'
  if (error.code === 'already_confirmed') return 'reset.alreadyConfirmed'
  return 'reset.invalid'
}
