// Queries and mutations of orders.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Currency, payload, useApi, useList, useLive } from '@witverse/sdk'
import { useRef } from 'react'
import type { Order, OrderState } from './types'

type Api = ReturnType<typeof useApi>

const orderKey = (id: string) => ['wallet', 'order', id] as const
const confirmedKey = (id: string) => ['wallet', 'order', id, 'confirmed'] as const

export function useOffers() {
  const api = useApi()
  return useQuery({
    queryKey: ['wallet', 'offers'],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/wallet/offers', { signal })),
  })
}

export const useOrders = () =>
  useList<Order>(['wallet', 'orders'], (api, query, signal) =>
    payload(api.GET('/api/v2/wallet/orders', { params: { query }, signal })),
  )

export function useOrder(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/wallet/orders/{id}', { params: { path: { id } }, signal })),
  })
}

/** The intervals and the limit of automatic polling for a pending payment. */
export const POLL = { first: 3_000, later: 10_000, patient: 10, most: 30 }

/** The delay until the next poll; false once the order is decided or the limit is reached. */
export function pollAfter(state: OrderState | undefined, attempts: number): number | false {
  if (state !== 'pending' || attempts >= POLL.most) return false
  return attempts < POLL.patient ? POLL.first : POLL.later
}

/**
 * Confirms an order with the payment provider: on load, on live events, and by polling until the order is
 * decided or the limit is reached.
 */
export function useConfirmed(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const attempts = useRef(0)
  const confirmed = useQuery({
    queryKey: confirmedKey(id),
    queryFn: async ({ signal }) => {
      const path = '/api/v2/wallet/orders/{id}/confirm'
      attempts.current += 1
      const order = await payload(api.POST(path, { params: { path: { id } }, signal }))
      if (order.state !== 'pending') takeOver(queries, order)
      return order
    },
    staleTime: 0,
    refetchInterval: ({ state }) => pollAfter(state.data?.state, attempts.current),
  })
  useLive('kernel.order.changed', (data) => {
    if ((data as { orderId?: string }).orderId === id) void confirmed.refetch()
  })
  return { ...confirmed, attempts: attempts.current }
}

export interface NewOrder {
  wit: number
  currency: Currency
  agreed: boolean
}

/** The idempotency key belongs to one intention, so that a second click creates no second order. */
export const createOrder = (api: Api, body: NewOrder, key: string): Promise<Order> =>
  payload(api.POST('/api/v2/wallet/orders', { body, headers: { 'idempotency-key': key } }))

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const byId = (id: string) => ({ params: { path: { id } } })

/** Mutations of an order; each updates the caches that contain it. */
export function useOrderActions(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const withUpdate = (call: Promise<Order>) =>
    call.then((order) => {
      takeOver(queries, order)
      return order
    })
  return {
    cancel: () => withUpdate(payload(api.POST('/api/v2/wallet/orders/{id}/cancel', byId(id)))),
    refund: (reason: string) =>
      withUpdate(payload(api.POST('/api/v2/wallet/orders/{id}/refund', { ...byId(id), body: { reason } }))),
    withdraw: () => withUpdate(payload(api.POST('/api/v2/wallet/orders/{id}/refund/withdraw', byId(id)))),
  }
}

function takeOver(queries: ReturnType<typeof useQueryClient>, order: Order) {
  queries.setQueryData(orderKey(order.id), order)
  for (const part of ['orders', 'mine', 'holds', 'history', 'summary']) {
    void queries.invalidateQueries({ queryKey: ['wallet', part] })
  }
}
