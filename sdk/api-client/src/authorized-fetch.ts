// fetch, signed in: sends the token, and answers a 401 by one refresh and one retry.
// Requests that fail meanwhile wait for the same refresh, in this tab and in the others.
import type { Language } from './problem'
import type { TokenStore } from './tokens'

export const REQUEST_TIMEOUT_MS = 60_000
const REFRESH_PATH = '/api/user/refresh'
/**
 * How long another tab's token may take to get here: a lock passes from tab to tab at once, while what a tab stores
 * reaches the processes of the others a little later.
 */
const TOKEN_ON_ITS_WAY_MS = 500
/** Calls whose 401 is an answer about what was sent, not about the token. */
const OWN_401 = [REFRESH_PATH, '/api/user/login', '/api/user/logout']

/** Whether a 401 of this path is an answer to what was sent, and not about the access token. */
const isOwn401 = (path: string) => OWN_401.includes(path) || path.startsWith('/api/user/login/')

/** Runs `task` while no other tab runs one under the same name; `waited` says that another tab had to end first. */
export type Exclusively = <T>(name: string, task: (waited: boolean) => Promise<T>) => Promise<T>

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

  /** The token to retry with, or null once the session is over. */
  function refresh(used: string): Promise<string | null> {
    refreshing ??= exclusively('witverse.refresh', (waited) => renew(used, waited)).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function renew(used: string, waited: boolean): Promise<string | null> {
    if (waited) await tokenOtherThan(used)
    const current = tokens.read()
    if (current !== used) return current // another tab was here first, or signed out
    const response = await send(new Request(new URL(REFRESH_PATH, origin), { method: 'POST' }), null, true)
    const next = response.ok ? readAccessToken(await response.json()) : null
    tokens.write(next)
    if (next === null) options.onSignedOut()
    return next
  }

  /** Until another token than `used` is stored, or one should have been. */
  function tokenOtherThan(used: string): Promise<void> {
    if (tokens.read() !== used) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(deadline)
        stop()
        resolve()
      }
      const deadline = setTimeout(done, TOKEN_ON_ITS_WAY_MS)
      const stop = tokens.subscribe(done)
    })
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

const TAKEN = Symbol('another tab has the lock')

async function browserLocks<T>(name: string, task: (waited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator) || !navigator.locks) return task(false)
  const { locks } = navigator
  const first = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? task(false) : TAKEN))
  return first === TAKEN ? locks.request(name, () => task(true)) : (first as T)
}
