// Where the access token lives. Signed in means: a token is stored.
// The refresh token is deliberately absent here: it is an HttpOnly cookie that no script can read.

export const ACCESS_TOKEN_KEY = 'witverse.accessToken'

export interface TokenStore {
  read(): string | null
  write(token: string | null): void
  /** Called after each change, made by this tab or by another one. Returns the way to stop. */
  subscribe(listener: (token: string | null) => void): () => void
}

export function createTokenStore(storage: Storage, events: EventTarget): TokenStore {
  const listeners = new Set<(token: string | null) => void>()
  const read = () => storage.getItem(ACCESS_TOKEN_KEY)
  const tell = () => {
    const token = read()
    for (const listener of listeners) listener(token)
  }
  events.addEventListener('storage', (event) => {
    const key = (event as StorageEvent).key
    if (key === ACCESS_TOKEN_KEY || key === null) tell()
  })
  return {
    read,
    write(token) {
      if (token === read()) return
      if (token === null) storage.removeItem(ACCESS_TOKEN_KEY)
      else storage.setItem(ACCESS_TOKEN_KEY, token)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
