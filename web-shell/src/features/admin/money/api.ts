// Queries and mutations of the administrators' money screens. Their keys begin with `admin`, so that one
// decision refreshes all of them.
import { useQuery } from '@tanstack/react-query'
import { omitEmpty, type Payload, payload, useApi, useList } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

type Api = Host['api']

export type RateEntry = Payload<'/api/admin/exchange-rates', 'get'>['items'][number]
export type RateProposal = Payload<'/api/admin/rate-proposals', 'get'>['items'][number]
export type RefundRow = Payload<'/api/admin/refunds', 'get'>['items'][number]
export type OrderRow = Payload<'/api/admin/orders', 'get'>['items'][number]
export type PaymentRow = Payload<'/api/admin/plugin-payments', 'get'>['items'][number]
export type PaymentQueue = 'open' | 'voided' | 'all'
export type OrderView = OrderRow['order']
export type Adjustment = Payload<'/api/admin/adjustments', 'get'>['items'][number]
export type WalletFile = Payload<'/api/admin/wallets/{accountId}', 'get'>
export type LedgerTotals = Payload<'/api/admin/ledger/totals', 'get'>
export type DayTotal = LedgerTotals['items'][number]

export const useRates = () =>
  useList<RateEntry>(['admin', 'rates'], (api, query, signal) =>
    payload(api.GET('/api/admin/exchange-rates', { params: { query }, signal })),
  )

export const useRateProposals = () =>
  useList<RateProposal>(['admin', 'rate-proposals'], (api, query, signal) =>
    payload(api.GET('/api/admin/rate-proposals', { params: { query }, signal })),
  )

export const useRefunds = (state: 'requested' | 'all') =>
  useList<RefundRow>(['admin', 'refunds', state], (api, query, signal) =>
    payload(api.GET('/api/admin/refunds', { params: { query: { state, ...query } }, signal })),
  )

export const useAdminOrders = (narrowed: { state: string; search: string }) =>
  useList<OrderRow>(['admin', 'orders', narrowed], (api, query, signal) =>
    payload(
      api.GET('/api/admin/orders', { params: { query: { ...omitEmpty(narrowed), ...query } }, signal }),
    ),
  )

export const usePluginPayments = (narrowed: { state: PaymentQueue; search: string }) =>
  useList<PaymentRow>(['admin', 'plugin-payments', narrowed], (api, query, signal) =>
    payload(
      api.GET('/api/admin/plugin-payments', {
        params: { query: { ...omitEmpty(narrowed), ...query } },
        signal,
      }),
    ),
  )

export const useAdjustments = (state: 'proposed' | 'all') =>
  useList<Adjustment>(['admin', 'adjustments', state], (api, query, signal) =>
    payload(api.GET('/api/admin/adjustments', { params: { query: { state, ...query } }, signal })),
  )

export function useWalletFile(accountId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['admin', 'wallet', accountId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/admin/wallets/{accountId}', { params: { path: { accountId } }, signal })),
  })
}

export function useLedgerTotals(days: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['admin', 'ledger', days],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/admin/ledger/totals', { params: { query: { days: String(days) } }, signal })),
  })
}

export function useLedgerCheck() {
  const api = useApi()
  return useQuery({
    queryKey: ['admin', 'ledger', 'check'],
    queryFn: ({ signal }) => payload(api.GET('/api/admin/ledger/check', { signal })),
  })
}

export interface NewRate {
  hundredthsPerUsd: number
  hundredthsPer1000Krw: number
  note: string
}

export const setRate = (api: Api, body: NewRate) => payload(api.POST('/api/admin/exchange-rates', { body }))

export const proposeRate = (api: Api, body: NewRate) =>
  payload(api.POST('/api/admin/rate-proposals', { body }))

export const approveRate = (api: Api, id: string) =>
  payload(api.POST('/api/admin/rate-proposals/{id}/approve', { params: { path: { id } }, body: {} }))

export const rejectRate = (api: Api, id: string, answer: string) =>
  payload(api.POST('/api/admin/rate-proposals/{id}/reject', { params: { path: { id } }, body: { answer } }))

export const decideRefund = (api: Api, orderId: string, decision: 'approve' | 'reject', answer: string) => {
  const sent = { params: { path: { orderId } }, body: { answer } }
  return decision === 'approve'
    ? payload(api.POST('/api/admin/refunds/{orderId}/approve', sent))
    : payload(api.POST('/api/admin/refunds/{orderId}/reject', sent))
}

export const retryRefused = (api: Api, id: string) =>
  payload(api.POST('/api/admin/plugin-payments/{id}/retry', { params: { path: { id } } }))

export const settleDispute = (api: Api, id: string, outcome: 'won' | 'lost', reason: string) =>
  payload(api.POST('/api/admin/orders/{id}/dispute', { params: { path: { id } }, body: { outcome, reason } }))

export const setFrozen = (api: Api, accountId: string, frozen: boolean, reason: string) => {
  const sent = { params: { path: { accountId } }, body: { reason } }
  return frozen
    ? payload(api.POST('/api/admin/wallets/{accountId}/freeze', sent))
    : payload(api.POST('/api/admin/wallets/{accountId}/unfreeze', sent))
}

export const proposeAdjustment = (
  api: Api,
  body: { accountId: string; amountHundredths: number; reason: string },
) => payload(api.POST('/api/admin/adjustments', { body }))

export const approveAdjustment = (api: Api, id: string) =>
  payload(api.POST('/api/admin/adjustments/{id}/approve', { params: { path: { id } }, body: {} }))

export const rejectAdjustment = (api: Api, id: string, answer: string) =>
  payload(api.POST('/api/admin/adjustments/{id}/reject', { params: { path: { id } }, body: { answer } }))
