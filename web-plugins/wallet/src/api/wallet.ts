// Queries of the wallet. Live events invalidate them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { omitEmpty, payload, useApi, useList, useLive } from '@witverse/sdk'
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
const PAGE_SIZE = '30'

export const useHistory = (filter: HistoryFilter) =>
  useList(['wallet', 'history', filter], (api, cursor, signal) => {
    const query = { limit: PAGE_SIZE, ...omitEmpty({ ...filter }), ...cursor }
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

/** The filtered history as CSV. */
export async function fetchCsv(api: Api, filter: HistoryFilter): Promise<Blob> {
  const response = api.GET('/api/v2/wallet/history.csv', {
    params: { query: omitEmpty({ ...filter }) },
    parseAs: 'blob',
  })
  // The answer is not JSON, so it is wrapped in the usual envelope.
  return payload<Blob>(
    response.then(({ data, ...rest }) => ({
      ...rest,
      ...(data && { data: { payload: data as unknown as Blob } }),
    })),
  )
}

const PROOF_PAGE_SIZE = '1000'

export const fetchProof = (api: Api, after: number, signal: AbortSignal): Promise<ProofPage> =>
  payload(
    api.GET('/api/v2/wallet/proof', {
      params: { query: { after: String(after), limit: PROOF_PAGE_SIZE } },
      signal,
    }),
  )

/** Invalidates the queries on live events. The balance itself comes with the event. */
export function useWalletLive() {
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
