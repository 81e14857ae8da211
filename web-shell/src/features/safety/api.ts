// Blocking, muting, reporting, and decisions about oneself.
import { useQueryClient } from '@tanstack/react-query'
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'

type Api = Host['api']

export interface Person {
  id: string
  nickname: string | null
  image: string | null
}

export interface KnownPerson extends Person {
  blocked: boolean
  muted: boolean
  since: string
}

export const REASONS = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'impersonation',
  'scam',
  'self_harm',
  'other',
] as const
export type Reason = (typeof REASONS)[number]

export interface MyReport {
  id: string
  person: Person
  reason: Reason
  at: string
  state: 'open' | 'decided'
  outcome: 'acted' | 'no_action' | null
  decidedAt: string | null
}

export interface Decision {
  id: string
  action: 'warn' | 'mute' | 'suspend'
  reason: string
  at: string
  until: string | null
  state: 'in_force' | 'ended' | 'lifted'
  appeal: null | { state: 'open' | 'upheld' | 'overturned'; text: string; at: string; answer: string | null }
  mayAppeal: boolean
}

export interface NewReport {
  userId: string
  reason: Reason
  text?: string
  subject?: { kind: string; id: string }
  block?: boolean
}

export const SAFETY_KEYS = {
  people: ['safety', 'people'],
  reports: ['safety', 'reports'],
  decisions: ['safety', 'decisions'],
} as const

export const setBlocked = (api: Api, userId: string, blocked: boolean) =>
  call(api, blocked ? 'put' : 'delete', `/api/safety/blocks/${at(userId)}`)
export const setMuted = (api: Api, userId: string, muted: boolean) =>
  call(api, muted ? 'put' : 'delete', `/api/safety/mutes/${at(userId)}`)
export const sendReport = (api: Api, report: NewReport) =>
  call<{ id: string }>(api, 'post', '/api/safety/reports', { body: report })
export const fetchDecision = (api: Api, id: string, token: string, signal: AbortSignal) =>
  call<Decision>(api, 'get', `/api/safety/decisions/${at(id)}`, {
    query: token ? { token } : {},
    signal,
  })
export const sendAppeal = (api: Api, id: string, text: string, token: string) =>
  call<Decision>(api, 'post', `/api/safety/decisions/${at(id)}/appeal`, {
    body: { text, ...(token && { token }) },
  })

/** Who is blocked changes what is shown of them anywhere. */
export function useRefreshSafety() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['safety'] }),
      queries.invalidateQueries({ queryKey: ['people'] }),
    ])
  }
}
