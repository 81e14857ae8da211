// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthorizedFetch, type Exclusively } from './authorized-fetch'
import { ACCESS_TOKEN_KEY, createTokenStore } from './tokens'

const ORIGIN = 'http://witverse.test'
const get = (path: string) => new Request(ORIGIN + path)
const unauthenticated = () => Response.json({ code: 'unauthenticated' }, { status: 401 })

/** A server that accepts one token, and refreshes to the next one. */
function setUp({
  stored = 'old' as string | null,
  refreshWorks = true,
  exclusively = (async (_name, _signal, task) => task()) as Exclusively | null,
} = {}) {
  const tokens = createTokenStore(localStorage, window)
  tokens.write(stored)
  const calls: string[] = []
  const onSignedOut = vi.fn()
  const server = vi.fn(async (input: RequestInfo | URL) => {
    const request = input as Request
    const path = new URL(request.url).pathname
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null
    calls.push(`${path} ${token}`)
    if (path === '/api/user/refresh') {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return refreshWorks ? Response.json({ payload: { accessToken: 'new' } }) : unauthenticated()
    }
    return token === 'new' ? Response.json({ payload: await request.text() }) : unauthenticated()
  })
  const fetch = createAuthorizedFetch({
    tokens,
    fetch: server as typeof globalThis.fetch,
    origin: ORIGIN,
    language: () => 'ko',
    onSignedOut,
    ...(exclusively && { exclusively }),
  })
  return {
    tokens,
    calls,
    onSignedOut,
    server,
    fetch,
    refreshes: () => calls.filter((call) => call.includes('refresh')).length,
  }
}

describe('authorized fetch', () => {
  beforeEach(() => localStorage.clear())

  it('sends the token and the language', async () => {
    const { fetch, server } = setUp({ stored: 'new' })
    await fetch(get('/api/a'))
    const sent = server.mock.calls[0]?.[0] as Request
    expect(sent.headers.get('authorization')).toBe('Bearer new')
    expect(sent.headers.get('x-language')).toBe('ko')
  })

  it('refreshes once after a 401 and retries with the new token', async () => {
    const { fetch, tokens, calls } = setUp()
    const response = await fetch(get('/api/a'))
    expect(response.status).toBe(200)
    expect(calls).toEqual(['/api/a old', '/api/user/refresh null', '/api/a new'])
    expect(tokens.read()).toBe('new')
  })

  it('sends the body again with the retry', async () => {
    const { fetch } = setUp()
    const response = await fetch(new Request(`${ORIGIN}/api/a`, { method: 'POST', body: 'kept' }))
    expect(await response.json()).toEqual({ payload: 'kept' })
  })

  it('lets concurrent failing requests wait for one refresh', async () => {
    const { fetch, refreshes } = setUp()
    const responses = await Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => fetch(get(path))))
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
    expect(refreshes()).toBe(1)
  })

  it('retries only once: a second 401 is the answer', async () => {
    const { fetch, server, refreshes } = setUp()
    server.mockImplementation(async (input) =>
      (input as Request).url.endsWith('refresh')
        ? Response.json({ payload: { accessToken: 'other' } })
        : unauthenticated(),
    )
    expect((await fetch(get('/api/a'))).status).toBe(401)
    expect(server).toHaveBeenCalledTimes(3)
    expect(refreshes()).toBe(0)
  })

  it('signs out when the refresh is refused', async () => {
    const { fetch, tokens, onSignedOut } = setUp({ refreshWorks: false })
    const responses = await Promise.all([fetch(get('/api/a')), fetch(get('/api/b'))])
    expect(responses.map((response) => response.status)).toEqual([401, 401])
    expect(tokens.read()).toBeNull()
    expect(onSignedOut).toHaveBeenCalledTimes(1)
  })

  it('uses the token that another tab stored before this tab got the lock', async () => {
    const { fetch, refreshes, tokens } = setUp({
      exclusively: async (_name, _signal, task) => {
        localStorage.setItem(ACCESS_TOKEN_KEY, 'new') // Stored; the storage event has not arrived yet.
        return task()
      },
    })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect(refreshes()).toBe(0)
    expect(tokens.read()).toBe('new')
  })

  it('continues with the token of another tab when the storage event arrives, and cancels its request for the lock', async () => {
    let cancelled = false
    const { fetch, refreshes, tokens } = setUp({
      exclusively: (_name, signal) => {
        setTimeout(() => tokens.write('new'), 20)
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            cancelled = true
            reject(signal.reason)
          })
        })
      },
    })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect([refreshes(), cancelled]).toEqual([0, true])
  })

  it('ignores a storage event for the token that it already has', async () => {
    const { fetch, refreshes } = setUp({
      exclusively: (_name, _signal, task) => {
        window.dispatchEvent(new StorageEvent('storage', { key: ACCESS_TOKEN_KEY }))
        return task()
      },
    })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  describe('with the Web Locks API', () => {
    let held: Promise<unknown> | undefined
    const request = async (_name: string, _options: unknown, task: () => Promise<unknown>) => {
      held = task()
      return held
    }
    beforeEach(() => {
      vi.useFakeTimers()
      vi.stubGlobal('navigator', { ...navigator, locks: { request } })
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })

    it('holds the lock until other tabs can read the token, and does not delay its own response', async () => {
      const { fetch, refreshes } = setUp({ exclusively: null })
      const answer = fetch(get('/api/a'))
      await vi.advanceTimersByTimeAsync(5)
      expect((await answer).status).toBe(200)
      expect(refreshes()).toBe(1)
      const released = vi.fn()
      held?.then(released)
      await vi.advanceTimersByTimeAsync(1000)
      expect(released).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(3000)
      expect(released).toHaveBeenCalled()
    })

    it('releases the lock immediately if the refresh got no response', async () => {
      const { fetch, server } = setUp({ exclusively: null })
      server.mockImplementation(async (input) => {
        if ((input as Request).url.endsWith('refresh')) throw new TypeError('offline')
        return unauthenticated()
      })
      await expect(fetch(get('/api/a'))).rejects.toThrow('offline')
      await expect(held).rejects.toThrow('offline')
    })
  })

  it('does not refresh for a visitor, nor for a refused sign-in', async () => {
    const visitor = setUp({ stored: null })
    expect((await visitor.fetch(get('/api/a'))).status).toBe(401)
    expect(visitor.refreshes()).toBe(0)
    const member = setUp()
    expect((await member.fetch(get('/api/user/login'))).status).toBe(401)
    expect(member.refreshes()).toBe(0)
  })

  it.each([429, 500, 502, 503])(
    'stays signed in, and passes the answer on, when the refresh is answered %i',
    async (status) => {
      const { fetch, server, tokens, onSignedOut } = setUp()
      server.mockImplementation(async (input) =>
        (input as Request).url.endsWith('refresh')
          ? Response.json({ code: 'unavailable' }, { status })
          : unauthenticated(),
      )
      const responses = await Promise.all([fetch(get('/api/a')), fetch(get('/api/b'))])
      expect(responses.map((response) => response.status)).toEqual([status, status])
      expect(await responses[1]?.json()).toEqual({ code: 'unavailable' })
      expect(tokens.read()).toBe('old')
      expect(onSignedOut).not.toHaveBeenCalled()
    },
  )

  it('has a deadline in browsers without AbortSignal.any and AbortSignal.timeout', async () => {
    vi.stubGlobal('AbortSignal', class extends AbortSignal {})
    Object.assign(AbortSignal, { any: undefined, timeout: undefined })
    const { tokens } = setUp({ stored: 'new' })
    const hanging = createAuthorizedFetch({
      ...{ tokens, origin: ORIGIN, language: () => 'ko', onSignedOut: vi.fn(), timeoutMs: 20 },
      fetch: (input) =>
        new Promise((_, reject) => {
          const { signal } = input as Request
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    await expect(hanging(get('/api/a'))).rejects.toMatchObject({ name: 'TimeoutError' })
    const caller = new AbortController()
    const answer = hanging(new Request(`${ORIGIN}/api/a`, { signal: caller.signal }))
    caller.abort(new Error('left the page'))
    await expect(answer).rejects.toBeTruthy()
    vi.unstubAllGlobals()
  })

  it('stays signed in when the refresh gets no answer', async () => {
    const { fetch, server, tokens } = setUp()
    server.mockImplementation(async (input) => {
      if ((input as Request).url.endsWith('refresh')) throw new TypeError('offline')
      return unauthenticated()
    })
    await expect(fetch(get('/api/a'))).rejects.toThrow('offline')
    expect(tokens.read()).toBe('old')
  })
})

describe('token store', () => {
  it('notifies about changes in this tab and in others', () => {
    localStorage.clear()
    const tokens = createTokenStore(localStorage, window)
    const seen: (string | null)[] = []
    tokens.subscribe((token) => seen.push(token))
    tokens.write('mine')
    localStorage.setItem('witverse.accessToken', 'theirs')
    window.dispatchEvent(new StorageEvent('storage', { key: 'witverse.accessToken' }))
    tokens.write(null)
    expect(seen).toEqual(['mine', 'theirs', null])
  })
})
