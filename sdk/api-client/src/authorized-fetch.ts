// fetch, signed in: sends the token, and answers a 401 by one refresh and one retry.
// Requests that fail meanwhile wait for the same refresh, in this tab and in the others.
import type { Language } from './problem'
import type { TokenStore } from './tokens'

export const REQUEST_TIMEOUT_MS = 60_000
const REFRESH_PATH = '/api/user/refresh'
/**
 * How long a tab that refreshed keeps its turn: a lock passes from tab to tab at once, while what a tab stores reaches the
 * processes of the others a little later. Nobody waits for it who has heard of the new token.
 */
const TOKEN_ON_ITS_WAY_MS = 3000
/** Calls whose 401 is an answer about what was sent, not about the token. */
const OWN_401 = [REFRESH_PATH, '/api/user/login', '/api/user/logout']

/** Whether a 401 of this path is an answer to what was sent, and not about the access token. */
const isOwn401 = (path: string) => OWN_401.includes(path) || path.startsWith('/api/user/login/')

/** Runs `task` while no other tab runs one under the same name, unless `signal` comes before its turn. */
export type Exclusively = <T>(name: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T>

export interface AuthorizedFetchOptions {
  tokens: TokenStore
  fetch: typeof fetch
  origin: string
  language: () => Language
  /** The session is over and the token is already gone. */
  onSignedOut: () => void
  exclusively?: Exclusively
  timeoutMs?: number
}

export interface AuthorizedFetch {
  (request: Request): Promise<Response>
  /** Without a deadline for the body: for answers that stay open. */
  stream(request: Request): Promise<Response>
}

export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { tokens, language, origin } = options
  const exclusively = options.exclusively ?? browserLocks
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS
  let refreshing: Promise<string | null> | null = null

  function send(request: Request, token: string | null, deadline: boolean): Promise<Response> {
    const headers = new Headers(request.headers)
    headers.set('accept-language', language())
    headers.set('x-language', language())
    if (token) headers.set('authorization', `Bearer ${token}`)
    const signal = deadline
      ? AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
      : request.signal
    return options.fetch(new Request(request, { headers, signal, credentials: 'same-origin' }))
  }

  /** The token to retry with, or null once the session is over: this tab's doing, or another's that was here first. */
  function refresh(used: string): Promise<string | null> {
    refreshing ??= new Promise<string | null>((resolve, reject) => {
      const heard = new AbortController()
      const stop = tokens.subscribe((token) => {
        if (token === used) return
        resolve(token)
        heard.abort()
        stop()
      })
      exclusively('witverse.refresh', heard.signal, () => renew(used))
        .then(resolve, reject)
        .finally(stop)
    }).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function renew(used: string): Promise<string | null> {
    const current = tokens.read()
    if (current !== used) return current
    const response = await send(new Request(new URL(REFRESH_PATH, origin), { method: 'POST' }), null, true)
    const next = response.ok ? readAccessToken(await response.json()) : null
    tokens.write(next)
    if (next === null) options.onSignedOut()
    return next
  }

  async function authorized(request: Request, deadline: boolean): Promise<Response> {
    const used = tokens.read()
    const spare = used ? request.clone() : null
    const response = await send(request, used, deadline)
    if (response.status !== 401 || !used || !spare || isOwn401(new URL(request.url).pathname)) {
      return response
    }
    const current = tokens.read()
    const next = current && current !== used ? current : await refresh(used)
    return next ? send(spare, next, deadline) : response
  }

  return Object.assign((request: Request) => authorized(request, true), {
    stream: (request: Request) => authorized(request, false),
  })
}

function readAccessToken(body: unknown): string | null {
  const payload = (body as { payload?: { accessToken?: unknown } } | null)?.payload
  return typeof payload?.accessToken === 'string' ? payload.accessToken : null
}

function browserLocks<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return task()
  return new Promise((resolve, reject) => {
    const turn = async () => {
      resolve(await task())
      await new Promise((over) => setTimeout(over, TOKEN_ON_ITS_WAY_MS))
    }
    locks.request(name, { signal }, turn).catch(reject)
  })
}
