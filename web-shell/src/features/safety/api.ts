// Queries and mutations of blocks, mutes, reports and decisions.
import { useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useList } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

type Api = Host['api']

export type KnownPerson = Payload<'/api/safety/people', 'get'>['items'][number]
export type MyReport = Payload<'/api/safety/reports', 'get'>['items'][number]
export type Decision = Payload<'/api/safety/decisions/{id}', 'get'>
export type Reason = MyReport['reason']

export const REASONS: Reason[] = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'impersonation',
  'scam',
  'self_harm',
  'other',
]

export interface NewReport {
  userId: string
  reason: Reason
  text?: string
  subject?: { kind: string; id: string }
  block?: boolean
}

export const usePeople = () =>
  useList(['safety', 'people'], (api, query, signal) =>
    payload(api.GET('/api/safety/people', { params: { query }, signal })),
  )
export const useReports = () =>
  useList(['safety', 'reports'], (api, query, signal) =>
    payload(api.GET('/api/safety/reports', { params: { query }, signal })),
  )
export const useDecisions = () =>
  useList(['safety', 'decisions'], (api, query, signal) =>
    payload(api.GET('/api/safety/decisions', { params: { query }, signal })),
  )

const personPath = (userId: string) => ({ params: { path: { userId } } })

export const setBlocked = (api: Api, userId: string, blocked: boolean) =>
  blocked
    ? payload(api.PUT('/api/safety/blocks/{userId}', personPath(userId)))
    : payload(api.DELETE('/api/safety/blocks/{userId}', personPath(userId)))
export const setMuted = (api: Api, userId: string, muted: boolean) =>
  muted
    ? payload(api.PUT('/api/safety/mutes/{userId}', personPath(userId)))
    : payload(api.DELETE('/api/safety/mutes/{userId}', personPath(userId)))
export const sendReport = (api: Api, body: NewReport) => payload(api.POST('/api/safety/reports', { body }))
export const fetchDecision = (api: Api, id: string, token: string, signal: AbortSignal) =>
  payload(
    api.GET('/api/safety/decisions/{id}', {
      params: { path: { id }, query: token ? { token } : {} },
      signal,
    }),
  )
export const sendAppeal = (api: Api, id: string, text: string, token: string) =>
  payload(
    api.POST('/api/safety/decisions/{id}/appeal', {
      params: { path: { id } },
      body: { text, ...(token && { token }) },
    }),
  )

/** Invalidates safety and profile queries: a block changes what is visible. */
export function useRefreshSafety() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['safety'] }),
      queries.invalidateQueries({ queryKey: ['people'] }),
    ])
  }
}
