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
