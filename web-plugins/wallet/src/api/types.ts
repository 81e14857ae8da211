// Types of the wallet from the API.
import type { Payload } from '@witverse/sdk'

export type { RateView, WalletView } from '@witverse/sdk'
export type Movement = Payload<'/api/v2/wallet/history', 'get'>['items'][number]
export type Counterparty = Movement['counterparty']
export type MonthFlow = Payload<'/api/v2/wallet/summary', 'get'>['items'][number]
export type Hold = Payload<'/api/v2/wallet/holds', 'get'>['items'][number]
export type ProofPage = Payload<'/api/v2/wallet/proof', 'get'>
export type ProofEntry = ProofPage['items'][number]
export type Offers = Payload<'/api/v2/wallet/offers', 'get'>
export type Order = Payload<'/api/v2/wallet/orders/{id}', 'get'>
export type OrderState = Order['state']
