// Shows an emoji or a gesture to everybody in the room, and says why where the room refuses it.
import { useToast } from '@witverse/sdk'
import type { Session } from '../room/session'
import { useRefusalText } from './useRefusalText'

export function useFeelings(session: Session) {
  const toast = useToast()
  const refusal = useRefusalText()
  return async (kind: 'emoji' | 'gesture', id: number) => {
    const outcome = await session.connection.feel(kind, id)
    if (!outcome.ok && outcome.code !== 'lost') toast(refusal(outcome), 'bad')
  }
}
