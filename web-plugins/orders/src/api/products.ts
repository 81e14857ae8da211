// Puts a product on sale, adds stock, moves the day of a pre-order, and reads the draws of its items.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useChange, useList } from '@witverse/sdk'
import type { productOf } from '../parts/draft'
import type { Product } from './types'

export function useCreateProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: ReturnType<typeof productOf>) => {
    const product = await payload(api.POST('/api/v2/orders/products', { body }))
    void queries.invalidateQueries({ queryKey: ['orders', 'products'] })
    return product
  }
}

/** What was added to the stock of a product, for its seller. */
export const useStock = (productId: string) =>
  useList(['orders', 'product', productId, 'stock'], (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/orders/products/{productId}/stock', {
        params: { path: { productId }, query: { ...cursor } },
        signal,
      }),
    ),
  )

export function useProductActions() {
  const api = useApi()
  const change = useChange()
  const of = (productId: string) => ({ params: { path: { productId } } })
  return {
    addStock: (productId: string, units: number, reason: string) =>
      change(
        payload(
          api.POST('/api/v2/orders/products/{productId}/stock', {
            ...of(productId),
            body: { units, reason: reason.trim() },
          }),
        ),
      ),
    /** Orders keep the price at which they were placed. */
    change: ({ productId }: Product, body: Pick<Product, 'isOpen' | 'about' | 'won' | 'witHundredths'>) =>
      change(payload(api.PUT('/api/v2/orders/products/{productId}', { ...of(productId), body }))),
    moveRelease: ({ productId, isOpen, about, won, witHundredths }: Product, releaseOn: string) =>
      change(
        payload(
          api.PUT('/api/v2/orders/products/{productId}', {
            ...of(productId),
            body: { isOpen, about, won, witHundredths, releaseOn },
          }),
        ),
      ),
  }
}

/** How an item was drawn; null for other items. */
export function useDrawOfItem(itemId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['orders', 'draw', itemId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/orders/draws/{itemId}', { params: { path: { itemId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
