// The session. The stored token determines the caller, in this tab and in others.
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
  /** Adopts the account's language unless one was chosen on this device. */
  adoptLanguage: (language: Language) => void
  /** The session ended without a log-out: the shell shows a message. */
  onEnded: () => void
}

/** The account of a token, if it is readable. A refreshed token has the same one. */
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

  /** Counts the sessions of this tab; answers that belong to an earlier session are ignored. */
  let epoch = 0

  async function reloadCaller(): Promise<UserInfo | null> {
    if (!tokens.read()) return null
    const started = epoch
    try {
      const user = await payload(api.POST('/api/user/auth'))
      if (started !== epoch) return null
      store.setState({ caller: { status: 'member', user } })
      adoptLanguage(user.language === 'ko' ? 'ko' : 'en')
      return user
    } catch {
      // The refresh failed, or the server is unavailable. In the second case the caller is fetched again later.
      if (started === epoch && tokens.read()) setTimeout(askAgain, ASK_AGAIN_MS)
      return null
    }
  }

  function askAgain() {
    if (store.getState().caller.status === 'loading') void reloadCaller()
  }

  /**
   * Drops the data of the account. Member screens unmount with the next render, so active queries are fetched again only
   * after it: a visitor's request for a member's data would be refused.
   */
  function forget() {
    epoch += 1
    store.setState({ caller: { status: 'visitor', user: null } })
    for (const query of queries.getQueryCache().getAll()) query.reset()
    queries.removeQueries({ type: 'inactive' })
    setTimeout(() => void queries.refetchQueries({ type: 'active' }))
  }

  async function signOut() {
    await api.POST('/api/user/logout').catch(() => undefined)
    tokens.write(null)
  }

  /** Follows changes of the token until the returned function is called. */
  function start(): () => void {
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
        // Another tab has logged in with a different account.
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

  /** Ends a session that the server has ended, and tells the person. */
  function end() {
    if (tokens.read() === null) return // the failed refresh has already ended the session
    tokens.write(null)
    onEnded()
  }

  /** A 401 after the automatic refresh means that the session is over. */
  async function checkHealth() {
    if (!tokens.read()) return
    const answer = await api.POST('/api/v2/user/auth/health-check').catch(() => null)
    if (answer?.response.status === 401) end()
    else if (answer?.response.ok && store.getState().caller.status !== 'member') void reloadCaller()
  }

  return {
    reloadCaller,
    signOut,
    /** Starts a session with a new token and drops the data of the previous account. */
    signIn(token: string) {
      tokens.write(null)
      store.setState({ caller: { status: 'loading', user: null } })
      tokens.write(token)
    },
    /** Continues with another token of the same account, for example after a password change. */
    replaceToken: (token: string) => tokens.write(token),
    /** Ends the session without a call, because the server has ended all sessions. */
    forget: () => tokens.write(null),
    isSignedIn: () => tokens.read() !== null,
    start,
    checkHealth,
  }
}
