// The session, for the parts of the shell that start one.
import { createContext, useContext } from 'react'
import type { Session } from './session'

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('SessionProvider is missing')
  return session
}
