// The caller's wallet. Live events update it with each new balance.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload } from '@witverse/api-client'
import { useApi, useCaller, useLive } from '../host/context'

export type WalletView = Payload<'/api/v2/wallet', 'get'>
export type RateView = Payload<'/api/exchange/rate', 'get'>

/** The query keys of the wallet begin with `wallet`. */
export const WALLET_KEY = ['wallet', 'mine'] as const

export function useWallet() {
  const api = useApi()
  const queries = useQueryClient()
  const { status } = useCaller()
  useLive('kernel.wallet.changed', async (data) => {
    const balances = data as Partial<WalletView>
    const reading = queries.isFetching({ queryKey: WALLET_KEY }) > 0
    // A read that started before the push carries an older balance. It is repeated, because it may carry other changes.
    await queries.cancelQueries({ queryKey: WALLET_KEY })
    queries.setQueryData<WalletView>(WALLET_KEY, (known) => known && { ...known, ...balances })
    if (reading) void queries.invalidateQueries({ queryKey: WALLET_KEY })
  })
  return useQuery({ ...walletQuery(api), enabled: status === 'member' })
}

const walletQuery = (api: ReturnType<typeof useApi>) => ({
  queryKey: WALLET_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => payload(api.GET('/api/v2/wallet', { signal })),
})

/** The exchange rate of the caller's wallet; undefined until the wallet is known. */
export function useWalletRate(): RateView | undefined {
  const api = useApi()
  const { status } = useCaller()
  return useQuery({ ...walletQuery(api), enabled: status === 'member', select: ({ rate }) => rate }).data
}

/** The exchange rate, also for visitors. */
export function useRate() {
  const api = useApi()
  return useQuery({
    queryKey: ['wallet', 'rate'],
    queryFn: ({ signal }) => payload(api.GET('/api/exchange/rate', { signal })),
  })
}
