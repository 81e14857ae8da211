import type { Funds, Param, Request, Row } from './rules.js'

export type { FieldProblem, Funds, LedgerErrorKind, Localized, Param, Request, Row, Value } from './rules.js'
export { invalid, json, LedgerError, Problem, timestamp, uuid, uuids, wit } from './rules.js'

/** A refused statement. The transaction can only be rolled back. */
export class SqlError extends Error {
  readonly kind: string
  /** SQLSTATE; empty if the kernel refused the statement. */
  readonly code: string
  readonly constraint: string | undefined
}

export interface Person {
  id: string
  nickname: string | null
}
export interface Profile {
  id: string
  nickname: string
  image: string | undefined
  language: 'ko' | 'en'
}
type Fields = Record<string, unknown>

/** What a handler can do. */
export interface Ctx {
  /** The person who calls, or null. */
  person(): Person | null
  /** The person who calls; visitors are asked to log in. */
  requirePerson(): Person
  language(): 'ko' | 'en'
  /** Milliseconds since 1970; the same throughout one call. */
  now(): number
  /** A time-ordered UUID. */
  uuid(): string
  /**
   * Whether the plugin has a permission now: `users`, `timers`, … Operators can withhold each. `profiles` and `timers.cancel`
   * end the call without it; `timers.schedule` throws the `Problem` `plugin_not_permitted`.
   */
  granted(permission: string): boolean
  /** A setting of this install; null if there is none with this key. */
  setting<T>(key: string): T | null
  sql: {
    query(statement: string, ...params: Param[]): Row[]
    execute(statement: string, ...params: Param[]): number
  }
  services: {
    /**
     * Calls a function of a service of the platform (`events@1`), in the same transaction. A refusal is a `Problem`:
     * `plugin_not_permitted` without the scope of the function, `plugin_not_in_trial` for one that trials cannot call.
     */
    call<T>(service: string, method: string, payload?: unknown): T
    /** Whether the platform has the service, and the operator has granted one of its scopes. */
    available(service: string): boolean
  }
  /**
   * WIT, in hundredths: `wit(5)` is 500. A refusal is a `LedgerError`. One that is not caught becomes a problem for the caller
   * (`insufficient_wit`, `wit_limit_reached`, …), or an internal error if the plugin has made a mistake.
   */
  ledger: {
    /** The balance of this plugin's own account, or that of the person who calls, which needs the permission `balance`. */
    balance(of?: 'plugin' | 'caller'): Funds
    /**
     * Pays a person from this plugin's own account, within the permission `reward`. Idempotent by the key: a repeated call with
     * the same values pays nothing, with other values it is refused with `key-conflict`. The memo is shown in the wallet:
     * at most 100 characters, no personal data.
     */
    reward(key: string, to: string, amount: number, memo: string): void
    /**
     * Gives back to a person all or a part of what they have paid to this plugin, within the permission `reward`. `charge` is the
     * id of the charge that `collectCharge` collected. Use it in place of `reward` for all that goes back: WIT that the person had
     * bought can then be refunded as before. Refused with `no-such-hold` if this person has not paid this charge.
     */
    refund(key: string, to: string, amount: number, memo: string, charge: string): void
    /**
     * Collects a charge that the person who calls has confirmed (`frame.pay`), to this plugin's own account. `amount` is what
     * the plugin asked for; if more was confirmed, the rest returns. Let its errors pass: after one, nothing of the call is committed.
     */
    collectCharge(charge: string, amount: number): void
  }
  /**
   * Small files of this plugin, under names; they need the permission `files`. A refusal is a `FileError`. The page shows one with
   * `frame.file(name)`, after its check.
   */
  files: {
    /** Writes at most 512 KiB: a picture, sound, video or text. A file of a person is deleted with their account. */
    write(name: string, content: Uint8Array | string, person?: string): StoredFile
    /** The bytes, also while the file is checked. */
    read(name: string): Uint8Array
    /** False if there is none. */
    remove(name: string): boolean
    /** Files whose names begin with `prefix`, in the order of their names, after `after`; at most 100. */
    find(prefix?: string, after?: string, limit?: number): StoredFile[]
  }
  profiles(ids: readonly string[]): Profile[]
  timers: {
    schedule(key: string, atMs: number, payload?: unknown): void
    cancel(key: string): void
  }
  log: {
    info(message: string, fields?: Fields): void
    warn(message: string, fields?: Fields): void
    error(message: string, fields?: Fields): void
  }
}
export const ctx: Ctx

export interface StoredFile {
  name: string
  mediaType: string
  bytes: number
  /** The account whose file it is. */
  person: string | null
  state: 'checking' | 'ready' | 'refused'
  changedAtMs: number
}

/** A refused call of `ctx.files`. */
export class FileError extends Error {
  readonly kind:
    | 'not-granted'
    | 'invalid-name'
    | 'invalid-person'
    | 'unsupported'
    | 'invalid-size'
    | 'limit'
    | 'no-such-file'
    | 'refused'
}

export interface Reply {
  readonly status: number
  readonly payload: unknown
}
/** An answer with another status than 200. */
export function reply(status: number, payload: unknown): Reply

export interface Definition {
  /** Handlers by `GET /path`, as in the manifest. What they return is the payload of the answer. */
  routes: Record<string, (request: Request, ctx: Ctx) => unknown>
  onEvent?: (event: { id: string; topic: string; atMs: number; payload: unknown }, ctx: Ctx) => void
  onTimer?: (timer: { key: string; dueMs: number; payload: unknown }, ctx: Ctx) => void
  /** What the plugin stores about a person: contents of JSON files by their names. */
  exportData?: (
    person: string,
    cursor: string | null,
    ctx: Ctx,
  ) => { files: Record<string, unknown>; next?: string | null }
  /** An error refuses the install or the change of its version. */
  health?: (ctx: Ctx) => void
}
/** The exports of a plugin: `export const guest = definePlugin({ … })`. */
export function definePlugin(definition: Definition): object
