// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createApi, createAuthorizedFetch, createTokenStore } from '@witverse/api-client'
import type { PluginInfo, UserInfo } from '@witverse/sdk'
import { createLiveBus, type HostState } from '@witverse/sdk/host'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand'
import { nextStep } from './next-step'
import { canWait } from './picker-pages'
import { createSession, HEALTH_CHECK_MS } from './session'

const USER = {
  id: 'u1',
  email: 'mina@witverse.com',
  nickname: null,
  hasNickname: false,
  hasWorld: false,
  language: 'ko',
}

function setUp(stored: string | null) {
  const tokens = createTokenStore(localStorage, window)
  tokens.write(stored)
  const queries = new QueryClient()
  const store = createStore<HostState>()(() => ({
    caller: { status: stored ? ('loading' as const) : ('visitor' as const), user: null },
    language: 'en' as const,
    theme: 'system' as const,
    toast: null,
    modals: [],
  }))
  const accepted = { token: 'good' }
  const health = { status: 200 }
  const fetch = createAuthorizedFetch({
    tokens,
    origin: location.origin,
    language: () => 'en',
    onSignedOut: () => undefined,
    exclusively: (_name, _signal, task) => task(),
    fetch: async (input) => {
      const request = input as Request
      const signedIn = request.headers.get('authorization') === `Bearer ${accepted.token}`
      if (request.url.endsWith('/health-check') && health.status !== 200) {
        return Response.json({ code: 'unauthenticated' }, { status: health.status })
      }
      if (request.url.endsWith('/api/user/refresh') && health.status !== 200) {
        return Response.json({ payload: { accessToken: 'good' } })
      }
      if (!signedIn) return Response.json({ code: 'unauthenticated' }, { status: 401 })
      if (request.url.endsWith('/api/live')) return new Response(': open\n\n')
      return Response.json({ payload: USER })
    },
  })
  const adoptLanguage = vi.fn()
  const onEnded = vi.fn()
  const api = createApi(fetch, location.origin)
  const live = createLiveBus()
  const session = createSession({ api, fetch, live, tokens, queries, store, adoptLanguage, onEnded })
  return { tokens, queries, store, session, adoptLanguage, onEnded, accepted, health }
}

describe('session', () => {
  beforeEach(() => localStorage.clear())

  it('loads the caller', async () => {
    const { session, store, adoptLanguage } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    expect(store.getState().caller.user?.email).toBe('mina@witverse.com')
    expect(adoptLanguage).toHaveBeenCalledWith('ko')
    stop()
  })

  it('removes the token and clears the query cache when the refresh fails', async () => {
    const { session, store, queries, tokens } = setUp('stale')
    queries.setQueryData(['worlds'], ['kept'])
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('visitor'))
    expect(tokens.read()).toBeNull()
    expect(queries.getQueryData(['worlds'])).toBeUndefined()
    stop()
  })

  it('ignores an answer about the member that comes after the log-out', async () => {
    const { session, store, tokens } = setUp('good')
    const stop = session.start() // requests the caller
    tokens.write(null)
    expect(store.getState().caller.status).toBe('visitor')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(store.getState().caller).toEqual({ status: 'visitor', user: null })
    stop()
  })

  it('does not fetch the data of member screens again after the log-out', async () => {
    const { session, store, queries } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    const mine = vi.fn(async () => 'mine')
    const common = vi.fn(async () => 'common')
    const member = new QueryObserver(queries, { queryKey: ['mine'], queryFn: mine })
    const visitor = new QueryObserver(queries, { queryKey: ['common'], queryFn: common })
    const leaveMember = member.subscribe(() => undefined)
    const leaveVisitor = visitor.subscribe(() => undefined)
    await vi.waitFor(() => expect(queries.getQueryData(['mine'])).toBe('mine'))
    // React removes the screens of members in the render that follows the change of the caller.
    store.subscribe(({ caller }) => caller.status === 'visitor' && queueMicrotask(leaveMember))
    await session.signOut()
    await vi.waitFor(() => expect(common).toHaveBeenCalledTimes(2))
    expect(mine).toHaveBeenCalledTimes(1)
    leaveVisitor()
    stop()
  })

  it('follows a log-out in another tab', async () => {
    const { session, store, queries } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    queries.setQueryData(['mine'], 1)
    localStorage.removeItem('witverse.accessToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'witverse.accessToken' }))
    expect(store.getState().caller).toEqual({ status: 'visitor', user: null })
    expect(queries.getQueryData(['mine'])).toBeUndefined()
    stop()
  })
})

describe('the health check', () => {
  beforeEach(() => localStorage.clear())

  it('logs out with a message when the server has ended the session', async () => {
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    health.status = 401
    await session.checkHealth()
    expect(tokens.read()).toBeNull()
    expect(onEnded).toHaveBeenCalledTimes(1)
    stop()
  })

  it('runs periodically during a session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    vi.advanceTimersByTime(HEALTH_CHECK_MS)
    expect(tokens.read()).toBe('good')
    health.status = 401
    vi.advanceTimersByTime(HEALTH_CHECK_MS)
    await vi.waitFor(() => expect(onEnded).toHaveBeenCalled())
    stop()
    vi.useRealTimers()
  })

  it('keeps the session while the server is unavailable', async () => {
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    health.status = 503
    await session.checkHealth()
    expect(tokens.read()).toBe('good')
    expect(onEnded).not.toHaveBeenCalled()
    stop()
  })
})

describe('a log-in over another session', () => {
  it('drops the previous account and loads the new one', async () => {
    const { session, store, queries, tokens, accepted } = setUp('good')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    queries.setQueryData(['mine'], 1)
    accepted.token = 'other'
    session.signIn('other')
    expect(store.getState().caller).toEqual({ status: 'loading', user: null })
    expect(queries.getQueryData(['mine'])).toBeUndefined()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    expect(tokens.read()).toBe('other')
    stop()
  })
})

const plugin = (id: string, paths: string[], at?: string): PluginInfo => {
  const title = { ko: id, en: id }
  const routes = paths.map((path) => ({ path, page: 'page', title }))
  const slots = at ? [{ at, page: 'page', title }] : []
  return { id, name: title, version: '0', entry: '', integrity: {}, routes, slots }
}
const PLUGINS = [
  plugin('market', ['/market', '/{worldName}/market']),
  plugin('worlds', ['/', '/world', '/world/crafting', '/{worldName}'], 'modal.select-world'),
]

it.each([
  ['/world', true],
  ['/world/', true],
  ['/world/crafting', true],
  ['/market', false],
  ['/profile', true],
  ['/profile/security', true],
  ['/admin', true],
  ['/', false],
  ['/orbit', true],
  ['/orbit/', true],
  ['/custom', true],
  ['/orbit/garden', true],
])('lets the choice of a world wait on %s: %s', (path, wait) => expect(canWait(path, PLUGINS)).toBe(wait))

describe('another account in another tab', () => {
  const tokenOf = (sub: string, mark: string) => `h.${btoa(JSON.stringify({ sub, mark }))}.s`

  it('is detected, unlike a refreshed token', async () => {
    const { session, store, queries, accepted } = setUp(tokenOf('mina', '1'))
    accepted.token = tokenOf('mina', '1')
    const stop = session.start()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    queries.setQueryData(['mine'], 1)
    const change = (token: string) => {
      accepted.token = token
      localStorage.setItem('witverse.accessToken', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'witverse.accessToken' }))
    }
    change(tokenOf('mina', '2'))
    expect(store.getState().caller.status).toBe('member')
    expect(queries.getQueryData(['mine'])).toBe(1)
    change(tokenOf('theo', '1'))
    expect(store.getState().caller.status).toBe('loading')
    expect(queries.getQueryData(['mine'])).toBeUndefined()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    stop()
  })
})

describe('the next onboarding step', () => {
  const user = (facts: Partial<UserInfo>) => ({ ...USER, ...facts }) as UserInfo
  it.each([
    [null, null],
    [user({}), 'nickname'],
    [user({ hasNickname: true }), 'select-world'],
    [user({ hasNickname: true, hasWorld: true }), null],
  ])('case %#', (caller, step) => expect(nextStep(caller)).toBe(step))
})
