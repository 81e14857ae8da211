// The caller's wallet. It stays fresh by itself: each movement is pushed with the new balance.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload } from '@witverse/api-client'
import { useApi, useCaller, useLive } from '../host/context'

export type WalletView = Payload<'/api/v2/wallet', 'get'>
export type RateView = Payload<'/api/exchange/rate', 'get'>

/** Everything that is asked for about the wallet begins with `wallet`. */
export const WALLET_KEY = ['wallet', 'mine'] as const

export function useWallet() {
  const api = useApi()
  const queries = useQueryClient()
  const { status } = useCaller()
  useLive('kernel.wallet.changed', (data) => {
    const balances = data as Partial<WalletView>
    queries.setQueryData<WalletView>(WALLET_KEY, (known) => known && { ...known, ...balances })
  })
  return useQuery({
    queryKey: WALLET_KEY,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/wallet', { signal })),
    enabled: status === 'member',
  })
}

/** What a WIT is worth; also for visitors. */
export function useRate() {
  const api = useApi()
  return useQuery({
    queryKey: ['wallet', 'rate'],
    queryFn: ({ signal }) => payload(api.GET('/api/exchange/rate', { signal })),
  })
}
