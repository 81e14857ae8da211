// The catalogue's messages for a refused reset.
import type { ApiError, TextKey } from '@witverse/sdk'

/** The key of the catalogue's message; null if the server's message is more specific. */
export function resetRefusal(error: ApiError): TextKey<'shell-entry'> | null {
  if (error.status === 0 || error.status >= 500 || error.status === 429) return null
  if (error.code === 'not_exist') return 'signIn.userNotExist'
  if (error.code === 'already_confirmed') return 'reset.alreadyConfirmed'
  return 'reset.invalid'
}
