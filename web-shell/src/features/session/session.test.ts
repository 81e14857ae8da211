import { QueryClient } from '@tanstack/react-query'
import { createApi, createAuthorizedFetch, createTokenStore } from '@witverse/api-client'
import type { UserInfo } from '@witverse/sdk'
import { createLiveBus, type HostState } from '@witverse/sdk/host'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand'
import { nextStep } from './next-step'
import { canWait } from './Onboarding'
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

  it('loads who is signed in', async () => {
    const { session, store, adoptLanguage } = setUp('good')
    const stop = session.keep()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    expect(store.getState().caller.user?.email).toBe('mina@witverse.com')
    expect(adoptLanguage).toHaveBeenCalledWith('ko')
    stop()
  })

  it('removes the token and clears the query cache when the refresh fails', async () => {
    const { session, store, queries, tokens } = setUp('stale')
    queries.setQueryData(['worlds'], ['kept'])
    const stop = session.keep()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('visitor'))
    expect(tokens.read()).toBeNull()
    expect(queries.getQueryData(['worlds'])).toBeUndefined()
    stop()
  })

  it('follows a sign-out in another tab', async () => {
    const { session, store, queries } = setUp('good')
    const stop = session.keep()
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

  it('logs out with a word about it when the server no longer knows the session', async () => {
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.keep()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    health.status = 401
    await session.checkHealth()
    expect(tokens.read()).toBeNull()
    expect(onEnded).toHaveBeenCalledTimes(1)
    stop()
  })

  it('runs again and again while somebody is signed in', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.keep()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    vi.advanceTimersByTime(HEALTH_CHECK_MS)
    expect(tokens.read()).toBe('good')
    health.status = 401
    vi.advanceTimersByTime(HEALTH_CHECK_MS)
    await vi.waitFor(() => expect(onEnded).toHaveBeenCalled())
    stop()
    vi.useRealTimers()
  })

  it('leaves a session alone while the server is away', async () => {
    const { session, store, onEnded, tokens, health } = setUp('good')
    const stop = session.keep()
    await vi.waitFor(() => expect(store.getState().caller.status).toBe('member'))
    health.status = 503
    await session.checkHealth()
    expect(tokens.read()).toBe('good')
    expect(onEnded).not.toHaveBeenCalled()
    stop()
  })
})

describe('signing in over another session', () => {
  it('forgets the person before, and asks who it is now', async () => {
    const { session, store, queries, tokens, accepted } = setUp('good')
    const stop = session.keep()
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

it.each([
  ['/profile', true],
  ['/profile/security', true],
  ['/admin', true],
  ['/', false],
  ['/orbit', false],
  ['/profiles', false],
])('choosing a world can wait on %s: %s', (path, wait) => expect(canWait(path)).toBe(wait))

describe('another account in another tab', () => {
  const tokenOf = (sub: string, mark: string) => `h.${btoa(JSON.stringify({ sub, mark }))}.s`

  it('is noticed, where a refreshed token is not', async () => {
    const { session, store, queries, accepted } = setUp(tokenOf('mina', '1'))
    accepted.token = tokenOf('mina', '1')
    const stop = session.keep()
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

describe('what comes after signing in', () => {
  const user = (facts: Partial<UserInfo>) => ({ ...USER, ...facts }) as UserInfo
  it.each([
    [null, null],
    [user({}), 'nickname'],
    [user({ hasNickname: true }), 'select-world'],
    [user({ hasNickname: true, hasWorld: true }), null],
  ])('%#', (caller, step) => expect(nextStep(caller)).toBe(step))
})
