// Queries and mutations of orders. Their keys begin with `orders`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useChange, useList, useLive } from '@witverse/sdk'
import type { AddressFields, Order, OrderState } from './types'

export const useProducts = (worldName?: string) =>
  useList(['orders', 'products', worldName ?? ''], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/orders/products', {
        params: { query: { ...(worldName && { worldName }), ...cursor } },
        signal,
      }),
    ),
  )

export function useProduct(productId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'product', productId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/orders/products/{productId}', { params: { path: { productId } }, signal })),
    enabled: productId !== '',
  })
}

export function useAddresses(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'addresses'],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/orders/addresses', { signal })),
    enabled,
  })
}

export const useOrders = () =>
  useList(['orders', 'mine'], (api, cursor, signal) =>
    payload(api.GET('/api/v2/orders/mine', { params: { query: { ...cursor } }, signal })),
  )

/** Recharges of WIT are orders of the wallet. */
export const useRecharges = () =>
  useList(['wallet', 'orders'], (api, query, signal) =>
    payload(api.GET('/api/v2/wallet/orders', { params: { query }, signal })),
  )

/** Which orders the desk lists: those of a state, those with an open request, or all. */
export type SalesFilter = OrderState | 'requests' | ''

export const salesQuery = (worldName: string, filter: SalesFilter) => ({
  ...(worldName && { worldName }),
  ...(filter === 'requests' ? { request: 'open' as const } : filter && { state: filter }),
})

export const useSales = (worldName: string, filter: SalesFilter) =>
  useList(['orders', 'sales', worldName, filter], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/orders/sales', {
        params: { query: { ...salesQuery(worldName, filter), ...cursor } },
        signal,
      }),
    ),
  )

/** An order, for its seller. */
export function useSale(orderId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'sale', orderId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/orders/sales/{orderId}', { params: { path: { orderId } }, signal })),
  })
}

/** Whether the items of a paid order are still being created. */
export const isArriving = ({ state, given }: Pick<Order, 'state' | 'given'>) =>
  ['paid', 'preparing', 'shipped', 'delivered'].includes(state) && given.some(({ itemId }) => !itemId)

export function useOrder(orderId: string) {
  const api = useApi()
  const order = useQuery({
    queryKey: ['orders', 'order', orderId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/orders/mine/{orderId}', { params: { path: { orderId } }, signal })),
    enabled: orderId !== '',
    refetchInterval: ({ state }) => (state.data && isArriving(state.data) ? 1_000 : false),
  })
  useLive('orders.changed', (data) => {
    if ((data as { orderId?: string }).orderId === orderId) void order.refetch()
  })
  return order
}

/** The card payment of an order, with its declined attempts. */
export function usePayment(paymentId: string | null) {
  const api = useApi()
  const payment = useQuery({
    queryKey: ['orders', 'attempts', paymentId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/payments/{id}', { params: { path: { id: paymentId ?? '' } }, signal })),
    enabled: !!paymentId,
  })
  useLive('orders.changed', () => {
    if (paymentId) void payment.refetch()
  })
  return payment
}

/** Confirms the card payment of an order until it is decided, or the latest attempt was declined. */
export function useConfirmed(paymentId: string | null | undefined, enabled: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['orders', 'payment', paymentId],
    queryFn: async ({ signal }) => {
      const path = { id: paymentId ?? '' }
      const payment = await payload(api.POST('/api/v2/payments/{id}/confirm', { params: { path }, signal }))
      void queries.invalidateQueries({ queryKey: ['orders', 'order'] })
      return payment
    },
    enabled: enabled && !!paymentId,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.declined?.isLatest ? false : 2_000),
  })
}

export interface NewRequest {
  kind: 'withdrawal' | 'defect'
  wish: 'refund' | 'exchange'
  reason: string
  fileIds: string[]
  /** When a defect was discovered; now without it. */
  foundAt?: string
}

/** The weight and the photos of a packed parcel. */
export interface Proof {
  weightGrams: number | null
  fileIds: string[]
}

export interface Step extends Partial<Proof> {
  step: 'prepare' | 'ship' | 'parcel' | 'supplement' | 'deliver' | 'returned' | 'refund'
  carrier?: string
  tracking?: string
  /** Of a supplement: the number of the parcel, and why. */
  parcel?: number
  reason?: string
  /** Of a refund: an administrator of the platform pays it. */
  fromOwnWallet?: boolean
}

export interface Decision {
  accept: boolean
  answer: string
  /** An administrator of the platform pays the refund of WIT that were paid out. */
  fromOwnWallet: boolean
}

export interface NewRefund {
  /** Chosen here: a repeated request refunds nothing more. */
  key: string
  /** In the unit of the payment. */
  amount: number
  reason: string
}

/** A random part of the draw: 32 hexadecimal digits. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Mutations. They move money and stock, so there are no optimistic updates. */
export function useOrderActions() {
  const api = useApi()
  const change = useChange()
  const of = (orderId: string) => ({ params: { path: { orderId } } })
  const at = (addressId: string) => ({ params: { path: { addressId } } })
  const books = '/api/v2/orders/addresses'
  return {
    place: (productId: string, quantity: number, addressId: string | null) =>
      change(payload(api.POST('/api/v2/orders/mine', { body: { productId, quantity, addressId } }))),
    pay: (orderId: string, method: 'card' | 'wit', nonce: string) =>
      change(
        payload(
          api.POST('/api/v2/orders/mine/{orderId}/pay', {
            ...of(orderId),
            body: { method, nonce, agreed: true },
          }),
        ),
      ),
    checkout: (id: string) =>
      payload(api.POST('/api/v2/payments/{id}/checkout', { params: { path: { id } } })),
    confirm: (id: string) =>
      change(payload(api.POST('/api/v2/payments/{id}/confirm', { params: { path: { id } } }))),
    cancel: (orderId: string) =>
      change(payload(api.POST('/api/v2/orders/mine/{orderId}/cancel', of(orderId)))),
    /** Changes the address of an order. */
    sendTo: (orderId: string, addressId: string) =>
      change(
        payload(api.PUT('/api/v2/orders/mine/{orderId}/address', { ...of(orderId), body: { addressId } })),
      ),
    received: (orderId: string) =>
      change(payload(api.POST('/api/v2/orders/mine/{orderId}/received', of(orderId)))),
    ask: (orderId: string, body: NewRequest) =>
      change(payload(api.POST('/api/v2/orders/mine/{orderId}/requests', { ...of(orderId), body }))),
    sendBack: (orderId: string, body: { carrier: string; tracking: string }) =>
      change(payload(api.POST('/api/v2/orders/mine/{orderId}/sent-back', { ...of(orderId), body }))),
    step: (orderId: string, body: Step) =>
      change(payload(api.POST('/api/v2/orders/sales/{orderId}/step', { ...of(orderId), body }))),
    refundPart: (orderId: string, body: NewRefund) =>
      change(payload(api.POST('/api/v2/orders/sales/{orderId}/refunds', { ...of(orderId), body }))),
    decide: (orderId: string, body: Decision) =>
      change(payload(api.POST('/api/v2/orders/sales/{orderId}/decide', { ...of(orderId), body }))),
    open: (collectionId: string, merchant_uid: string) =>
      change(payload(api.POST('/api/v3/item/set', { body: { collectionId, merchant_uid } }))),
    addAddress: (body: AddressFields & { isDefault: boolean }) => change(payload(api.POST(books, { body }))),
    changeAddress: (addressId: string, body: AddressFields & { isDefault: boolean }) =>
      change(payload(api.PUT('/api/v2/orders/addresses/{addressId}', { ...at(addressId), body }))),
    removeAddress: (addressId: string) =>
      change(payload(api.DELETE('/api/v2/orders/addresses/{addressId}', at(addressId)))),
  }
}
