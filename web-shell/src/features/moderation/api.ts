// The queue of reported people, and what is decided about them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'
import type { Person, Reason } from '../safety/api'

type Api = Host['api']

export type CaseState = 'open' | 'appealed' | 'closed'
export type CaseAction = 'dismiss' | 'warn' | 'mute' | 'suspend'

export interface CaseRow {
  id: string
  person: Person
  reports: number
  reasons: Reason[]
  openedAt: string
  state: CaseState
  decision: { action: CaseAction; by: { id: string; nickname: string | null } | null; at: string } | null
}

export interface CaseDetail extends CaseRow {
  reportList: {
    id: string
    reporter: Person
    reason: Reason
    text: string | null
    subject: { kind: string; id: string } | null
    at: string
  }[]
  history: {
    action: CaseAction
    reason: string
    at: string
    until: string | null
    state: 'in_force' | 'ended' | 'lifted'
  }[]
  appeal: { text: string; at: string; state: 'open' | 'upheld' | 'overturned'; answer: string | null } | null
  decisionReason: string | null
}

export const CASES_KEY = ['moderation', 'cases'] as const
const caseKey = (id: string) => ['moderation', 'case', id] as const

export function useCase(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: caseKey(id),
    queryFn: ({ signal }) => call<CaseDetail>(api, 'get', `/api/moderation/cases/${at(id)}`, { signal }),
  })
}

/** Takes over what a call answered, and asks for the queues anew. */
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

export const decide = (api: Api, id: string, decision: NewDecision) =>
  call<CaseDetail>(api, 'post', `/api/moderation/cases/${at(id)}/decision`, { body: decision })

export const answerAppeal = (
  api: Api,
  id: string,
  answer: { outcome: 'uphold' | 'overturn'; reason: string },
) => call<CaseDetail>(api, 'post', `/api/moderation/cases/${at(id)}/appeal`, { body: answer })
