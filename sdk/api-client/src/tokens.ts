// Stores the access token. The person is signed in while a token is stored.
// The refresh token is deliberately absent here: it is an HttpOnly cookie that no script can read.

export const ACCESS_TOKEN_KEY = 'witverse.accessToken'

export interface TokenStore {
  read(): string | null
  write(token: string | null): void
  /** Calls the listener after each change, in this tab or in another one. Returns a function that unsubscribes. */
  subscribe(listener: (token: string | null) => void): () => void
}

export function createTokenStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  events: EventTarget,
): TokenStore {
  const listeners = new Set<(token: string | null) => void>()
  const read = () => storage.getItem(ACCESS_TOKEN_KEY)
  const notify = () => {
    const token = read()
    for (const listener of listeners) listener(token)
  }
  events.addEventListener('storage', (event) => {
    const key = (event as StorageEvent).key
    if (key === ACCESS_TOKEN_KEY || key === null) notify()
  })
  return {
    read,
    write(token) {
      if (token === read()) return
      if (token === null) storage.removeItem(ACCESS_TOKEN_KEY)
      else storage.setItem(ACCESS_TOKEN_KEY, token)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
