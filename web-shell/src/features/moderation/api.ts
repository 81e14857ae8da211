// Queries and mutations of moderation.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useList } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

type Api = Host['api']

export type CaseRow = Payload<'/api/moderation/cases', 'get'>['items'][number]
export type CaseDetail = Payload<'/api/moderation/cases/{id}', 'get'>
export type CaseState = CaseRow['state']
export type CaseAction = 'dismiss' | 'warn' | 'mute' | 'suspend'

const CASES_KEY = ['moderation', 'cases'] as const
const caseKey = (id: string) => ['moderation', 'case', id] as const

export const useCases = (state: CaseState) =>
  useList([...CASES_KEY, state], (api, query, signal) =>
    payload(api.GET('/api/moderation/cases', { params: { query: { state, ...query } }, signal })),
  )

export function useCase(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: caseKey(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/moderation/cases/{id}', { params: { path: { id } }, signal })),
  })
}

/** Stores the changed case and invalidates the queues. */
export function useKeepCase() {
  const queries = useQueryClient()
  return (changed: CaseDetail) => {
    queries.setQueryData(caseKey(changed.id), changed)
    void queries.invalidateQueries({ queryKey: CASES_KEY })
  }
}

export interface NewDecision {
  action: CaseAction
  reason: string
  hours?: number | null
}

export const decide = (api: Api, id: string, body: NewDecision) =>
  payload(api.POST('/api/moderation/cases/{id}/decision', { params: { path: { id } }, body }))

export const answerAppeal = (
  api: Api,
  id: string,
  body: { outcome: 'uphold' | 'overturn'; reason: string },
) => payload(api.POST('/api/moderation/cases/{id}/appeal', { params: { path: { id } }, body }))
