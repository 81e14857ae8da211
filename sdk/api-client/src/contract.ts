// The wallet's calls, written by hand until the generated schema has them. Where both say something, they must say
// the same: the compiler refuses a path that is declared twice with different types.
import type { LocalText } from './problem'

type Query = Record<string, string>
interface Answer<T> {
  headers: { [name: string]: unknown }
  content: { 'application/json': { payload: T } }
}
interface Operation<T, Q, P, B> {
  parameters: { query?: Q; header?: never; path: P; cookie?: never }
  requestBody: B
  responses: { 200: Answer<T> }
}
interface Bare<T, Q> {
  parameters: { query?: Q; header?: never; path?: never; cookie?: never }
  requestBody?: never
  responses: { 200: Answer<T> }
}
interface Asked<T, P> {
  parameters: { query?: never; header?: never; path: P; cookie?: never }
  requestBody?: never
  responses: { 200: Answer<T> }
}
interface Sent<T, B> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  requestBody: { content: { 'application/json': B } }
  responses: { 200: Answer<T> }
}
type SentTo<T, P, B> = Operation<T, never, P, { content: { 'application/json': B } }>
type Get<O> = Path & { get: O }
type Post<O> = Path & { post: O }
interface Path {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
}
interface Page<T> {
  items: T[]
  nextCursor?: string | null
}
type ById = { id: string }
type Empty = Record<string, never>

export interface Rate {
  version: number
  exchangeRate: number
  hundredthsPerUsd: number
  hundredthsPer1000Krw: number
  since: string
}
export interface Money {
  currency: 'KRW' | 'USD'
  amountMinor: number
}
export interface WalletView {
  balanceHundredths: number
  heldHundredths: number
  availableHundredths: number
  state: 'active' | 'frozen'
  rate: Rate
}
export type MovementKind =
  | 'recharge'
  | 'refund'
  | 'chargeback'
  | 'bonus'
  | 'adjustment'
  | 'give'
  | 'charge'
  | 'reward'
  | 'hold'
  | 'issue'
  | 'forfeit'
export interface Counterparty {
  type: 'person' | 'plugin' | 'platform'
  id?: string | null
  nickname?: string | null
  plugin?: string | null
}
export interface Movement {
  seq: number
  transferId: string
  at: string
  kind: MovementKind
  amountHundredths: number
  balanceAfterHundredths: number
  counterparty: Counterparty
  memo: string
}
export interface MonthFlow {
  month: string
  kind: MovementKind
  inHundredths: number
  outHundredths: number
}
export interface Hold {
  id: string
  amountHundredths: number
  kind: MovementKind
  source: string
  memo: string
  createdAt: string
  expiresAt: string
  counterparty?: Counterparty | null
}
export interface ProofEntry {
  seq: number
  transferId: string
  kind: number
  amountHundredths: number
  balanceAfterHundredths: number
  atMicros: number
  hash: string
}
export interface ProofPage {
  accountId: string
  genesis: string
  head: { seq: number; hash: string; balanceHundredths: number }
  items: ProofEntry[]
}
export interface Offers {
  packs: number[]
  minWit: number
  maxWit: number
  currencies: ('KRW' | 'USD')[]
  provider: 'sandbox' | 'portone'
  products: { id: string; wit: number }[]
  rate: Rate
}
export type OrderState =
  | 'created'
  | 'pending'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunding'
  | 'refunded'
  | 'disputed'
export interface PortOneCheckout {
  kind: 'portone'
  storeId: string
  channelKey: string
  paymentId: string
  orderName: string
  totalAmount: number
  currency: string
  redirectUrl: string
}
export interface Order {
  id: string
  state: OrderState
  amountHundredths: number
  price: Money
  rate: Rate
  provider: string
  createdAt: string
  expiresAt: string
  paidAt?: string | null
  checkout?: { kind: 'redirect'; url: string } | PortOneCheckout | null
  failure?: { code: string; message: LocalText } | null
  refund?: {
    state: 'requested' | 'approved' | 'refunded' | 'rejected' | 'failed'
    requestedAt: string
    reason: string
    decidedAt?: string | null
    answer?: string | null
  } | null
  refundable: boolean
  refundableUntil?: string | null
  refundBlocker?: string | null
}
export interface PersonRef {
  id: string
  nickname?: string | null
}
export interface Buyer extends PersonRef {
  email: string
}
export interface RateEntry extends Rate {
  note: string
  setBy?: PersonRef | null
}
export interface OrderRow {
  order: Order
  person: Buyer
}
export interface RefundRow extends OrderRow {
  balanceHundredths: number
}
export interface WalletFile {
  accountId: string
  nickname?: string | null
  balanceHundredths: number
  heldHundredths: number
  state: string
  frozenReason?: string | null
  movements: Movement[]
}
export interface Adjustment {
  id: string
  account: PersonRef
  amountHundredths: number
  reason: string
  state: 'proposed' | 'applied' | 'rejected' | 'failed'
  proposedBy: PersonRef
  proposedAt: string
  decidedBy?: PersonRef | null
  decidedAt?: string | null
  answer?: string | null
}
export interface LedgerTotals {
  items: { day: string; kind: MovementKind; count: number; amountHundredths: number }[]
  circulationHundredths: number
  heldHundredths: number
}
export interface LedgerCheck {
  checkedAt: string
  findings: string[]
  accounts: number
  entries: number
}

declare module './schema' {
  interface paths {
    '/api/exchange/rate': Get<Bare<Rate, never>>
    '/api/v2/wallet': Get<Bare<WalletView, never>>
    '/api/v2/wallet/history': Get<Bare<Page<Movement>, Query>>
    '/api/v2/wallet/history.csv': Get<Bare<never, Query>>
    '/api/v2/wallet/summary': Get<Bare<{ items: MonthFlow[] }, Query>>
    '/api/v2/wallet/holds': Get<Bare<Page<Hold>, Query>>
    '/api/v2/wallet/proof': Get<Bare<ProofPage, Query>>
    '/api/v2/wallet/offers': Get<Bare<Offers, never>>
    '/api/v2/wallet/orders': Get<Bare<Page<Order>, Query>> &
      Post<Sent<Order, { wit: number; currency: 'KRW' | 'USD'; agreed: boolean }>>
    '/api/v2/wallet/orders/{id}': Get<Asked<Order, ById>>
    '/api/v2/wallet/orders/{id}/confirm': Post<SentTo<Order, ById, Empty>>
    '/api/v2/wallet/orders/{id}/cancel': Post<SentTo<Order, ById, Empty>>
    '/api/v2/wallet/orders/{id}/refund': Post<SentTo<Order, ById, { reason: string }>>
    '/api/v2/wallet/orders/{id}/refund/withdraw': Post<SentTo<Order, ById, Empty>>
    '/api/v2/wallet/purchases/apple': Post<Sent<Order, { signedTransaction: string }>>
    '/api/v2/wallet/purchases/google': Post<Sent<Order, { productId: string; purchaseToken: string }>>
    '/api/admin/exchange-rates': Get<Bare<Page<RateEntry>, Query>> &
      Post<Sent<RateEntry, { hundredthsPerUsd: number; hundredthsPer1000Krw: number; note: string }>>
    '/api/admin/refunds': Get<Bare<Page<RefundRow>, Query>>
    '/api/admin/refunds/{orderId}/approve': Post<SentTo<RefundRow, { orderId: string }, { answer: string }>>
    '/api/admin/refunds/{orderId}/reject': Post<SentTo<RefundRow, { orderId: string }, { answer: string }>>
    '/api/admin/orders': Get<Bare<Page<OrderRow>, Query>>
    '/api/admin/orders/{id}/dispute': Post<
      SentTo<OrderRow, ById, { outcome: 'won' | 'lost'; reason: string }>
    >
    '/api/admin/wallets/{accountId}': Get<Asked<WalletFile, { accountId: string }>>
    '/api/admin/wallets/{accountId}/freeze': Post<
      SentTo<WalletFile, { accountId: string }, { reason: string }>
    >
    '/api/admin/wallets/{accountId}/unfreeze': Post<
      SentTo<WalletFile, { accountId: string }, { reason: string }>
    >
    '/api/admin/adjustments': Get<Bare<Page<Adjustment>, Query>> &
      Post<Sent<Adjustment, { accountId: string; amountHundredths: number; reason: string }>>
    '/api/admin/adjustments/{id}/approve': Post<SentTo<Adjustment, ById, { answer?: string }>>
    '/api/admin/adjustments/{id}/reject': Post<SentTo<Adjustment, ById, { answer: string }>>
    '/api/admin/ledger/totals': Get<Bare<LedgerTotals, Query>>
    '/api/admin/ledger/check': Get<Bare<LedgerCheck | null, never>>
  }
}
