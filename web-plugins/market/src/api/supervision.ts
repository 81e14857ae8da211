// Queries and mutations for administrators: versions of the rules, and halted collections.
import { useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useList } from '@witverse/sdk'

export type RulesVersion = Payload<'/api/v2/market/rules/history', 'get'>['items'][number]
export type HaltEntry = Payload<'/api/v2/market/halts', 'get'>['items'][number]

export const useRulesHistory = () =>
  useList(['market', 'rules', 'history'], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/rules/history', { params: { query: { ...cursor } }, signal })),
  )

export const useHalts = () =>
  useList(['market', 'halts'], (api, cursor, signal) =>
    payload(api.GET('/api/v2/market/halts', { params: { query: { ...cursor } }, signal })),
  )

export interface RulesChange {
  version: number
  feeBp: number
  outlierTimes: number
  newAccountDays: number
  newAccountTrades: number
  washDays: number
  washPairDays: number
  washPairTrades: number
  washPriceTimes: number
  reason: string
}

export interface HaltReason {
  ko: string
  en: string
}

export function useSupervision() {
  const api = useApi()
  const queries = useQueryClient()
  /** Also after an error: another administrator may have changed the same. */
  async function refreshing<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } finally {
      void queries.invalidateQueries({ queryKey: ['market'] })
    }
  }
  return {
    changeRules: (body: RulesChange) => refreshing(payload(api.PUT('/api/v2/market/rules', { body }))),
    halt: (id: string, reason: HaltReason) =>
      refreshing(
        payload(
          api.PUT('/api/v2/market/collections/{id}/halt', {
            params: { path: { id } },
            body: { isHalted: true, reason },
          }),
        ),
      ),
    resume: (id: string) =>
      refreshing(
        payload(
          api.PUT('/api/v2/market/collections/{id}/halt', {
            params: { path: { id } },
            body: { isHalted: false },
          }),
        ),
      ),
  }
}
