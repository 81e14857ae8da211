// Orders: what can be bought, what was ordered, what became of it.
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

/** How often an undecided payment is asked about, and how many times before the person has to ask. */
export const POLL = { first: 3_000, later: 10_000, patient: 10, most: 30 }

/** In how many milliseconds to ask again; not by itself once it is decided, or was asked often enough. */
export function pollAfter(state: OrderState | undefined, asked: number): number | false {
  if (state !== 'pending' || asked >= POLL.most) return false
  return asked < POLL.patient ? POLL.first : POLL.later
}

/**
 * What the provider says about a payment, asked for again until it is decided: whenever the platform says that
 * something changed, and gently by itself, for a while.
 */
export function useConfirmed(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const asked = useRef(0)
  const confirmed = useQuery({
    queryKey: confirmedKey(id),
    queryFn: async ({ signal }) => {
      const path = '/api/v2/wallet/orders/{id}/confirm'
      asked.current += 1
      const order = await payload(api.POST(path, { params: { path: { id } }, signal }))
      if (order.state !== 'pending') takeOver(queries, order)
      return order
    },
    staleTime: 0,
    refetchInterval: ({ state }) => pollAfter(state.data?.state, asked.current),
  })
  useLive('kernel.order.changed', (data) => {
    if ((data as { orderId?: string }).orderId === id) void confirmed.refetch()
  })
  return { ...confirmed, asked: asked.current }
}

export interface NewOrder {
  wit: number
  currency: Currency
  agreed: boolean
}

/** The same key for the same intention: a second press makes no second order. */
export const createOrder = (api: Api, body: NewOrder, key: string): Promise<Order> =>
  payload(api.POST('/api/v2/wallet/orders', { body, headers: { 'idempotency-key': key } }))

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const byId = (id: string) => ({ params: { path: { id } } })

/** What can be done with an order; each answers with what it is afterwards, and every list learns of it. */
export function useOrderActions(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const told = (call: Promise<Order>) =>
    call.then((order) => {
      takeOver(queries, order)
      return order
    })
  return {
    cancel: () => told(payload(api.POST('/api/v2/wallet/orders/{id}/cancel', byId(id)))),
    refund: (reason: string) =>
      told(payload(api.POST('/api/v2/wallet/orders/{id}/refund', { ...byId(id), body: { reason } }))),
    withdraw: () => told(payload(api.POST('/api/v2/wallet/orders/{id}/refund/withdraw', byId(id)))),
  }
}

function takeOver(queries: ReturnType<typeof useQueryClient>, order: Order) {
  queries.setQueryData(orderKey(order.id), order)
  for (const part of ['orders', 'mine', 'holds', 'history', 'summary']) {
    void queries.invalidateQueries({ queryKey: ['wallet', part] })
  }
}
