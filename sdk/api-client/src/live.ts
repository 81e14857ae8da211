// The live channel: events pushed to the signed-in person, over fetch because EventSource sends no token.
// Resumes after the last event seen, backs off while the server is unreachable, and disconnects in hidden tabs so
// that many open tabs do not use up the browser's connections.
import type { AuthorizedFetch } from './authorized-fetch'
import { createEventParser } from './sse'

const KEEP_ALIVE_TIMEOUT_MS = 45_000 // three missed keep-alives
const HIDDEN_DISCONNECT_MS = 60_000
const INITIAL_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

export interface LiveEvent {
  kind: string
  data: unknown
}

export interface LiveOptions {
  fetch: AuthorizedFetch
  url: string
  onEvent: (event: LiveEvent) => void
  /** Events were missed: data that was fetched before may be outdated. */
  onReset: () => void
  document?: Document
}

/** Opens the channel and keeps it open. Returns a function that closes it. */
export function openLive(options: LiveOptions): () => void {
  const page = options.document ?? document
  let lastId: string | null = null
  let attempt = 0
  let closed = false
  let connection: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  async function connect() {
    const own = new AbortController()
    connection = own
    try {
      const headers = new Headers({ accept: 'text/event-stream' })
      if (lastId !== null) headers.set('last-event-id', lastId)
      const response = await options.fetch.stream(new Request(options.url, { headers, signal: own.signal }))
      if (response.status === 401 || response.status === 403) return // signed out: a new sign-in opens a new channel
      if (response.ok && response.body) await readAll(response.body, own)
    } catch {
      // Lost connections are expected; the next attempt is scheduled below.
    }
    if (!closed && connection === own) {
      connection = null
      timer = setTimeout(connect, waitMs(attempt++))
    }
  }

  async function readAll(body: ReadableStream<Uint8Array>, own: AbortController) {
    const decoder = new TextDecoder()
    const parse = createEventParser((event) => {
      if (event.id !== null) lastId = event.id
      if (event.kind === 'reset') options.onReset()
      else options.onEvent({ kind: event.kind, data: readJson(event.data) })
    })
    const reader = body.getReader()
    for (;;) {
      const silence = setTimeout(() => own.abort(), KEEP_ALIVE_TIMEOUT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      attempt = 0
      parse(decoder.decode(value, { stream: true }))
    }
  }

  function onVisibility() {
    clearTimeout(hiddenTimer)
    if (page.visibilityState === 'hidden') {
      hiddenTimer = setTimeout(stop, HIDDEN_DISCONNECT_MS)
    } else if (!connection) {
      clearTimeout(timer)
      attempt = 0
      void connect()
    }
  }

  function stop() {
    clearTimeout(timer)
    const own = connection
    connection = null
    own?.abort()
  }

  page.addEventListener('visibilitychange', onVisibility)
  void connect()
  return () => {
    closed = true
    clearTimeout(hiddenTimer)
    stop()
    page.removeEventListener('visibilitychange', onVisibility)
  }
}

/** The pause before a reconnect, in ms: doubles per attempt up to 30 s; up to a quarter of it is random jitter. */
export function waitMs(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS)
  return Math.round(base * (0.75 + random() * 0.25))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
