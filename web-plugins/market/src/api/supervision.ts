// Queries and mutations for administrators: versions of the rules, and halted collections.
import { type Payload, payload, useApi, useChange, useList } from '@witverse/sdk'

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
  const change = useChange()
  return {
    changeRules: (body: RulesChange) => change(payload(api.PUT('/api/v2/market/rules', { body }))),
    halt: (id: string, reason: HaltReason) =>
      change(
        payload(
          api.PUT('/api/v2/market/collections/{id}/halt', {
            params: { path: { id } },
            body: { isHalted: true, reason },
          }),
        ),
      ),
    resume: (id: string) =>
      change(
        payload(
          api.PUT('/api/v2/market/collections/{id}/halt', {
            params: { path: { id } },
            body: { isHalted: false },
          }),
        ),
      ),
  }
}
