import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthorizedFetch, type Exclusively } from './authorized-fetch'
import { createTokenStore } from './tokens'

const ORIGIN = 'http://witverse.test'
const get = (path: string) => new Request(ORIGIN + path)
const unauthenticated = () => Response.json({ code: 'unauthenticated' }, { status: 401 })

/** A server that accepts one token, and refreshes to the next one. */
function setUp({
  stored = 'old' as string | null,
  refreshWorks = true,
  exclusively = (async (_name, task) => task(false)) as Exclusively | null,
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

  it('uses the token that another tab refreshed while this one waited for its turn', async () => {
    const { fetch, refreshes, tokens } = setUp({
      exclusively: async (_name, task) => {
        tokens.write('new')
        return task(true)
      },
    })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect(refreshes()).toBe(0)
  })

  it("waits for another tab's token, which arrives a little after its turn is over", async () => {
    const { fetch, refreshes, tokens } = setUp({
      exclusively: async (_name, task) => {
        setTimeout(() => tokens.write('new'), 20)
        return task(true)
      },
    })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect(refreshes()).toBe(0)
  })

  it('refreshes by itself when the tab it waited for got no token', async () => {
    const { fetch, refreshes } = setUp({ exclusively: (_name, task) => task(true) })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  it('takes its turn through the locks of the browser', async () => {
    const asked: string[] = []
    // Another tab has the lock, and lets go of it soon.
    const request = async (_name: string, ...rest: unknown[]) => {
      const task = rest.at(-1) as (lock: unknown) => Promise<unknown>
      const atOnce = rest.length === 2
      asked.push(atOnce ? 'at once' : 'in turn')
      return task(atOnce ? null : {})
    }
    vi.stubGlobal('navigator', { ...navigator, locks: { request } })
    const { fetch, refreshes } = setUp({ exclusively: null })
    expect((await fetch(get('/api/a'))).status).toBe(200)
    expect([asked, refreshes()]).toEqual([['at once', 'in turn'], 1])
    vi.unstubAllGlobals()
  })

  it('does not refresh for a visitor, nor for a refused sign-in', async () => {
    const visitor = setUp({ stored: null })
    expect((await visitor.fetch(get('/api/a'))).status).toBe(401)
    expect(visitor.refreshes()).toBe(0)
    const member = setUp()
    expect((await member.fetch(get('/api/user/login'))).status).toBe(401)
    expect(member.refreshes()).toBe(0)
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
  it('tells about changes of this tab and of others', () => {
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
