// What the wallet page asks for; all of it is asked for anew when the wallet moves.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { filled, payload, useApi, useList, useLive } from '@witverse/sdk'
import type { ProofPage } from './types'

type Api = ReturnType<typeof useApi>

export interface HistoryFilter {
  kind: string
  direction: string
  /** 2026-11 */
  month: string
}

export const NO_FILTER: HistoryFilter = { kind: '', direction: '', month: '' }
const MONTHS = 12
const PIECE = '30'

export const useHistory = (filter: HistoryFilter) =>
  useList(['wallet', 'history', filter], (api, cursor, signal) => {
    const query = { limit: PIECE, ...filled({ ...filter }), ...cursor }
    return payload(api.GET('/api/v2/wallet/history', { params: { query }, signal }))
  })

export const useHolds = () =>
  useList(['wallet', 'holds'], (api, query, signal) =>
    payload(api.GET('/api/v2/wallet/holds', { params: { query }, signal })),
  )

export function useSummary() {
  const api = useApi()
  return useQuery({
    queryKey: ['wallet', 'summary'],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/wallet/summary', { params: { query: { months: String(MONTHS) } }, signal })),
  })
}

/** The whole history that matches, as a table for other programs. */
export async function fetchCsv(api: Api, filter: HistoryFilter): Promise<Blob> {
  const asked = api.GET('/api/v2/wallet/history.csv', {
    params: { query: filled({ ...filter }) },
    parseAs: 'blob',
  })
  // Not JSON, so it is wrapped as every other answer comes.
  return payload<Blob>(
    asked.then(({ data, ...rest }) => ({
      ...rest,
      ...(data && { data: { payload: data as unknown as Blob } }),
    })),
  )
}

const PROOF_PIECE = '1000'

export const fetchProof = (api: Api, after: number, signal: AbortSignal): Promise<ProofPage> =>
  payload(
    api.GET('/api/v2/wallet/proof', {
      params: { query: { after: String(after), limit: PROOF_PIECE } },
      signal,
    }),
  )

/** Keeps what is shown in step: the balance comes with the push, the rest is asked for again. */
export function useWalletNews() {
  const queries = useQueryClient()
  useLive('kernel.wallet.changed', () => {
    for (const part of ['history', 'summary', 'holds']) {
      void queries.invalidateQueries({ queryKey: ['wallet', part] })
    }
  })
  useLive('kernel.order.changed', () => {
    for (const part of ['mine', 'orders', 'holds']) {
      void queries.invalidateQueries({ queryKey: ['wallet', part] })
    }
  })
}
