// The session: who is signed in follows from the stored token, in this tab and in the others.
import type { QueryClient } from '@tanstack/react-query'
import { type Api, type AuthorizedFetch, openLive, payload, type TokenStore } from '@witverse/api-client'
import type { Language, UserInfo } from '@witverse/sdk'
import type { HostState, LiveBus } from '@witverse/sdk/host'
import type { StoreApi } from 'zustand'

export const HEALTH_CHECK_MS = 120_000
const ASK_AGAIN_MS = 5_000

interface SessionParts {
  api: Api
  fetch: AuthorizedFetch
  live: LiveBus
  tokens: TokenStore
  queries: QueryClient
  store: StoreApi<HostState>
  /** The account's language, for someone who has not chosen one on this device. */
  adoptLanguage: (language: Language) => void
  /** The session ended without the person having asked for it, and they should know. */
  onEnded: () => void
}

/** Whose token it is, as far as it says; a refreshed token is the same person's. */
function personOf(token: string): unknown {
  try {
    const claims = token.split('.')[1] ?? ''
    return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }).sub
  } catch {
    return undefined
  }
}

export type Session = ReturnType<typeof createSession>

export function createSession(parts: SessionParts) {
  const { api, fetch, live, tokens, queries, store, adoptLanguage, onEnded } = parts

  async function reloadCaller(): Promise<UserInfo | null> {
    if (!tokens.read()) return null
    try {
      const user = await payload(api.POST('/api/user/auth'))
      store.setState({ caller: { status: 'member', user } })
      adoptLanguage(user.language === 'ko' ? 'ko' : 'en')
      return user
    } catch {
      // Signed out by the refresh, or the server is away: then the last known caller stays and it is asked again.
      if (tokens.read()) setTimeout(askAgain, ASK_AGAIN_MS)
      return null
    }
  }

  function askAgain() {
    if (store.getState().caller.status === 'loading') void reloadCaller()
  }

  function forget() {
    store.setState({ caller: { status: 'visitor', user: null } })
    // What is on the screen is asked for again, as a visitor; a cleared query would leave it waiting for good.
    queries.removeQueries({ type: 'inactive' })
    void queries.resetQueries()
  }

  async function signOut() {
    await api.POST('/api/user/logout').catch(() => undefined)
    tokens.write(null)
  }

  /** Keeps the caller in step with the token until the returned function is called. */
  function keep(): () => void {
    let known = tokens.read()
    let closeLive = known ? openChannel() : undefined
    if (known) void reloadCaller()
    const stop = tokens.subscribe((token) => {
      const had = known
      known = token
      if (token === null) {
        closeLive?.()
        closeLive = undefined
        forget()
      } else if (had === null || personOf(had) !== personOf(token)) {
        // Somebody else, where another tab has changed the account: nothing of the one before is left.
        if (had !== null) {
          closeLive?.()
          forget()
          store.setState({ caller: { status: 'loading', user: null } })
        }
        void queries.invalidateQueries()
        void reloadCaller()
        closeLive = openChannel()
      }
    })
    const health = setInterval(checkHealth, HEALTH_CHECK_MS)
    return () => {
      stop()
      closeLive?.()
      clearInterval(health)
    }
  }

  function openChannel() {
    return openLive({
      fetch,
      url: new URL('/api/live', location.origin).href,
      onEvent: live.publish,
      onReset: () => void queries.invalidateQueries(),
    })
  }

  /** The server no longer knows the session: out, and with a word about it. */
  function end() {
    if (tokens.read() === null) return // the refresh has seen to it
    tokens.write(null)
    onEnded()
  }

  /** A refused check, after the refresh it sets off, means that the session is over. */
  async function checkHealth() {
    if (!tokens.read()) return
    const answer = await api.POST('/api/v2/user/auth/health-check').catch(() => null)
    if (answer?.response.status === 401) end()
    else if (answer?.response.ok && store.getState().caller.status !== 'member') void reloadCaller()
  }

  return {
    reloadCaller,
    signOut,
    /** Begins a session with the token of a sign-in; what was shown to somebody else before is forgotten. */
    signIn(token: string) {
      tokens.write(null)
      store.setState({ caller: { status: 'loading', user: null } })
      tokens.write(token)
    },
    /** The same person goes on with another token, such as after changing the password. */
    goOn: (token: string) => tokens.write(token),
    /** Leaves without a call: the server has ended every session. */
    forget: () => tokens.write(null),
    isSignedIn: () => tokens.read() !== null,
    keep,
    checkHealth,
  }
}
