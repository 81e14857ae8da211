// `fetch` with the access token. A 401 leads to one refresh of the token and one retry of the request. Requests that fail
// during the refresh wait for it, in this tab and in others.
import type { Language } from './problem'
import type { TokenStore } from './tokens'

export const REQUEST_TIMEOUT_MS = 60_000
const REFRESH_PATH = '/api/user/refresh'
/**
 * How long a tab holds the lock after its refresh. The browser passes the lock to the next tab immediately, but local
 * storage of another process can show the old token for a moment. A tab that received the new token cancels its request
 * for the lock, so that it does not wait.
 */
const LOCK_HOLD_AFTER_REFRESH_MS = 3000
/** Calls whose 401 is about the credentials in the request, not about the access token. */
const OWN_401 = [REFRESH_PATH, '/api/user/login', '/api/user/logout']

/** Whether a 401 of this path must not lead to a refresh. */
const isOwn401 = (path: string) => OWN_401.includes(path) || path.startsWith('/api/user/login/')

/** Runs `task` under a lock that all tabs share by name. Rejects if `signal` aborts before the lock is granted. */
export type Exclusively = <T>(name: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T>

export interface AuthorizedFetchOptions {
  tokens: TokenStore
  fetch: typeof fetch
  origin: string
  language: () => Language
  /** Called after the session ended and the token was removed. */
  onSignedOut: () => void
  /** When a request was sent and answered, by the device, and the `Date` of the answer. */
  onAnswer?: (answer: { sentMs: number; receivedMs: number; date: string | null }) => void
  exclusively?: Exclusively
  timeoutMs?: number
}

/** The token after a refresh, null if the session has ended; or the answer of a server that could not refresh it now. */
type Refreshed = { token: string | null } | { failure: Response }

export interface AuthorizedFetch {
  (request: Request): Promise<Response>
  /** Without a timeout: for responses that stay open. */
  stream(request: Request): Promise<Response>
}

export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { tokens, language, origin } = options
  const exclusively = options.exclusively ?? browserLocks
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS
  let refreshing: Promise<Refreshed> | null = null

  async function send(request: Request, token: string | null, deadline: boolean): Promise<Response> {
    const headers = new Headers(request.headers)
    headers.set('accept-language', language())
    headers.set('x-language', language())
    if (token) headers.set('authorization', `Bearer ${token}`)
    const signal = deadline ? abortedWithin(timeoutMs, request.signal) : request.signal
    const sentMs = Date.now()
    const sent = new Request(request, { headers, signal, credentials: 'same-origin' })
    const response = await options.fetch(sent)
    options.onAnswer?.({ sentMs, receivedMs: Date.now(), date: response.headers.get('date') })
    return response
  }

  /** Returns the token to retry with, refreshed by this tab or by another one. */
  function refresh(used: string): Promise<Refreshed> {
    refreshing ??= new Promise<Refreshed>((resolve, reject) => {
      const received = new AbortController()
      const stop = tokens.subscribe((token) => {
        if (token === used) return
        resolve({ token })
        received.abort()
        stop()
      })
      exclusively('witverse.refresh', received.signal, () => renew(used))
        .then(resolve, reject)
        .finally(stop)
    }).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function renew(used: string): Promise<Refreshed> {
    const current = tokens.read()
    if (current !== used) return { token: current }
    const response = await send(new Request(new URL(REFRESH_PATH, origin), { method: 'POST' }), null, true)
    // A server that is busy or being replaced says nothing about the session.
    const isEnded = response.status === 401 || response.status === 403
    if (!response.ok && !isEnded) return { failure: response }
    const token = isEnded ? null : readAccessToken(await response.json())
    tokens.write(token)
    if (token === null) options.onSignedOut()
    return { token }
  }

  async function authorized(request: Request, deadline: boolean): Promise<Response> {
    const used = tokens.read()
    const retry = used ? request.clone() : null
    const response = await send(request, used, deadline)
    if (response.status !== 401 || !used || !retry || isOwn401(new URL(request.url).pathname)) {
      return response
    }
    const current = tokens.read()
    const next = current && current !== used ? { token: current } : await refresh(used)
    if ('failure' in next) return next.failure.clone()
    return next.token ? send(retry, next.token, deadline) : response
  }

  return Object.assign((request: Request) => authorized(request, true), {
    stream: (request: Request) => authorized(request, false),
  })
}

/** `AbortSignal.any` and `AbortSignal.timeout` are missing in browsers that are still in use. */
function abortedWithin(ms: number, signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
  return controller.signal
}

function readAccessToken(body: unknown): string | null {
  const payload = (body as { payload?: { accessToken?: unknown } } | null)?.payload
  return typeof payload?.accessToken === 'string' ? payload.accessToken : null
}

function browserLocks<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return task()
  return new Promise((resolve, reject) => {
    const holdLock = async () => {
      resolve(await task())
      await new Promise((done) => setTimeout(done, LOCK_HOLD_AFTER_REFRESH_MS))
    }
    locks.request(name, { signal }, holdLock).catch(reject)
  })
}
