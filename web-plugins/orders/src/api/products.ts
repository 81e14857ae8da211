// Puts a product on sale.
import { useQueryClient } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'
import type { productOf } from '../parts/draft'

export function useCreateProduct() {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: ReturnType<typeof productOf>) => {
    const product = await payload(api.POST('/api/v2/orders/products', { body }))
    void queries.invalidateQueries({ queryKey: ['orders', 'products'] })
    return product
  }
}
