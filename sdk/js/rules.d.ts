/** A text in both languages. */
export interface Localized {
  ko: string
  en: string
}
export interface FieldProblem {
  field: string
  message: Localized
}
/** An error for the caller. The request is rolled back. */
export class Problem extends Error {
  constructor(status: number, code: string, text: Localized, fields?: FieldProblem[])
  readonly status: number
  readonly code: string
  readonly text: Localized
  readonly fields: FieldProblem[]
}
/** One field of the request is missing or invalid. */
export function invalid(field: string, message: Localized): Problem

/** A value of the contract. */
export interface Value {
  tag: string
  val?: unknown
}
export type Param = null | boolean | number | bigint | string | Uint8Array | readonly string[] | Value
export function uuid(text: string): Value
/** Milliseconds since 1970. */
export function timestamp(ms: number): Value
export function json(value: unknown): Value
export function uuids(texts: readonly string[]): Value
/** A row by the names of its columns. Times are milliseconds since 1970. */
export type Row = Record<string, unknown>

export interface Request {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The body as JSON; `invalid_body` if it is none. */
  json(): unknown
}

/** A balance, in hundredths of a WIT. */
export interface Funds {
  balance: number
  /** Without what is held for confirmed charges and the like. */
  available: number
  isFrozen: boolean
}
export type LedgerErrorKind =
  | 'not-granted'
  | 'over-limit'
  | 'insufficient'
  | 'frozen'
  | 'closed'
  | 'no-such-account'
  | 'invalid'
  | 'key-conflict'
  | 'no-such-hold'
  | 'hold-captured'
  | 'hold-ended'
  | 'overflow'
/** A refused movement of WIT. It has changed nothing, and the request can continue, except after `collectCharge`. */
export class LedgerError extends Error {
  constructor(refusal: { kind: LedgerErrorKind; message: string })
  readonly kind: LedgerErrorKind
  /** The problem for the caller; null if the plugin has made a mistake. */
  problem(): Problem | null
}
/** WIT as an amount in hundredths: `wit(2.5)` is 250. */
export function wit(amount: number): number
