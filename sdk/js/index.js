// The SDK of plugins in JavaScript. One call is one transaction: what a handler returns is sent after the commit, and what
// it throws rolls everything back. After a conflict with another transaction the whole call is repeated.

import { nowMs } from 'witverse:plugin/clock@1.0.0'
import { caller, granted, locale } from 'witverse:plugin/context@1.0.0'
import { balance, capture, refund, transfer } from 'witverse:plugin/ledger@1.0.0'
import { write } from 'witverse:plugin/log@1.0.0'
import { find, read, remove, write as writeFile } from 'witverse:plugin/own-files@1.0.0'
import { uuid as newUuid } from 'witverse:plugin/random@1.0.0'
import { call as callService, available as isAvailable } from 'witverse:plugin/services@1.0.0'
import { get as setting } from 'witverse:plugin/settings@1.0.0'
import { execute, query } from 'witverse:plugin/sql@1.0.0'
import { cancel, schedule } from 'witverse:plugin/timers@1.0.0'
import { profiles } from 'witverse:plugin/users@1.0.0'
import {
  encode,
  funds,
  hundredths,
  INTERNAL,
  known,
  LedgerError,
  NOT_FOUND,
  NOT_PERMITTED,
  objects,
  Problem,
  readRequest,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from './rules.js'

export { invalid, json, LedgerError, Problem, timestamp, uuid, uuids, wit } from './rules.js'

/** A refused statement. The transaction can only be rolled back. */
export class SqlError extends Error {
  constructor({ kind, code, constraint, message }) {
    super(message)
    this.kind = kind
    this.code = code
    this.constraint = constraint
  }
}

/** A refused call of `ctx.files`; `kind` is a case of `own-file-error`. */
export class FileError extends Error {
  constructor(kind) {
    super(`the file was refused: ${kind}`)
    this.kind = kind
  }
}

/** What a handler can do. */
export const ctx = {
  /** The person who calls, or null. */
  person() {
    const { tag, val } = caller()
    return tag === 'person' ? { id: val.id, nickname: val.nickname ?? null } : null
  },
  /** The person who calls; visitors are asked to log in. */
  requirePerson() {
    const person = ctx.person()
    if (!person) throw known(UNAUTHENTICATED)
    return person
  },
  /** `ko` or `en`. */
  language: () => locale(),
  /** Milliseconds since 1970; the same throughout one call. */
  now: () => Number(nowMs()),
  /** A time-ordered UUID. */
  uuid: () => newUuid(),
  /** Whether the plugin has a permission now: `users`, `timers`, … Without it, `profiles` and `timers.cancel` end the call. */
  granted: (permission) => granted(permission),
  /** A setting of this install. */
  setting(key) {
    const value = setting(key)
    return value === undefined ? null : JSON.parse(value)
  },
  sql: {
    /** The rows of a statement, as objects. */
    query: (statement, ...params) => objects(attempt(() => query(statement, params.map(encode)))),
    /** The number of changed rows. */
    execute: (statement, ...params) => Number(attempt(() => execute(statement, params.map(encode)))),
  },
  services: {
    /** Calls a function of a service of the platform, in the same transaction. Its refusals are problems. */
    call(service, method, payload = null) {
      try {
        return JSON.parse(decoder.decode(callService(service, method, toBytes(payload))))
      } catch (error) {
        throw serviceError(service, error)
      }
    },
    /** Whether the platform has the service, and the operator has granted one of its scopes. */
    available: (service) => isAvailable(service),
  },
  /** WIT, in hundredths. A refusal is a `LedgerError`; one that is not caught becomes a problem for the caller. */
  ledger: {
    /** The balance of this plugin's own account, or with `caller` that of the person who calls. */
    balance: (of = 'plugin') => funds(moving(() => balance({ tag: of }))),
    /** Pays a person from this plugin's own account. Idempotent by the key. */
    reward: (key, to, amount, memo) =>
      void moving(() => transfer({ operation: 'reward', key, to, amount: hundredths(amount), memo })),
    /** Gives back what a person has paid to this plugin, or a part of it. Idempotent by the key. */
    refund: (key, to, amount, memo, charge) =>
      void moving(() => refund({ key, charge, to, amount: hundredths(amount), memo })),
    /** Collects a charge that the person who calls has confirmed, to this plugin's own account. */
    collectCharge: (charge, amount) => void moving(() => capture(charge, undefined, hundredths(amount))),
  },
  /** Small files of this plugin, under names. A refusal is a `FileError`. */
  files: {
    /** Writes bytes or a text; `person` is the account whose file it is. */
    write: (name, content, person = undefined) =>
      fileOf(
        filing(() =>
          writeFile(name, typeof content === 'string' ? encoder.encode(content) : content, person),
        ),
      ),
    read: (name) => filing(() => read(name)),
    remove: (name) => filing(() => remove(name)),
    find: (prefix = '', after = undefined, limit = 100) =>
      filing(() => find(prefix, after, limit)).map(fileOf),
  },
  /** Public profiles of people; at most 200. */
  profiles: (ids) => profiles(ids),
  timers: {
    schedule: (key, atMs, payload = null) =>
      attempt(() => schedule(key, { tag: 'at-ms', val: BigInt(Math.round(atMs)) }, toBytes(payload))),
    cancel: (key) => cancel(key),
  },
  log: {
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, fields) => log('error', message, fields),
  },
}

/** An answer with another status than 200. */
export const reply = (status, payload) => new Reply(status, payload)

class Reply {
  constructor(status, payload) {
    this.status = status
    this.payload = payload
  }
}

/** The exports of a plugin: `export const guest = definePlugin({ … })`. */
export function definePlugin({ routes, onEvent, onTimer, exportData, health }) {
  return {
    handle: (request) =>
      answering(() => {
        const read = readRequest(request)
        const handler = routes[`${read.method} ${request.route}`]
        if (!handler) throw known(NOT_FOUND)
        const answer = handler(read, ctx)
        const { status, payload } = answer instanceof Reply ? answer : new Reply(200, answer)
        return {
          status,
          headers: [['content-type', 'application/json']],
          body: toBytes({ payload: payload ?? null }),
        }
      }),
    onEvents: (events) =>
      answering(() => {
        for (const event of events) onEvent?.({ ...event, atMs: Number(event.atMs), ...payload(event) }, ctx)
      }),
    onTimer: (timer) =>
      answering(() => void onTimer?.({ key: timer.key, dueMs: Number(timer.dueMs), ...payload(timer) }, ctx)),
    call: () =>
      answering(() => {
        throw known(NOT_FOUND)
      }),
    exportData: (person, cursor) =>
      answering(() => {
        const { files = {}, next } = exportData?.(person, cursor ?? null, ctx) ?? {}
        const entries = Object.entries(files)
        return {
          files: entries.map(([name, content]) => ({ name, content: toBytes(content) })),
          next: next ?? undefined,
        }
      }),
    health() {
      try {
        health?.(ctx)
      } catch (error) {
        throw String(error?.message ?? error)
      }
    },
  }
}

/** Calls the platform; its refusals are errors of JavaScript. */
function attempt(call) {
  try {
    return call()
  } catch (error) {
    const refusal = error?.payload
    if (refusal === undefined) throw error
    if (typeof refusal !== 'string') throw new SqlError(refusal)
    throw refusal.startsWith('not-granted') ? known(NOT_PERMITTED) : new Error(refusal)
  }
}

/** Calls the ledger; its refusals are errors of JavaScript. */
function moving(call) {
  try {
    return call()
  } catch (error) {
    throw error?.payload === undefined ? error : new LedgerError(error.payload)
  }
}

/** Calls the store of files; its refusals are errors of JavaScript. */
function filing(call) {
  try {
    return call()
  } catch (error) {
    throw error?.payload === undefined ? error : new FileError(error.payload)
  }
}

const fileOf = ({ bytes, person, changedAtMs, ...file }) => ({
  ...file,
  bytes: Number(bytes),
  person: person ?? null,
  changedAtMs: Number(changedAtMs),
})

/** The refusal of a service as an error of JavaScript. */
function serviceError(service, error) {
  const refusal = error?.payload
  if (refusal?.tag === 'problem') return Problem.of(refusal.val)
  if (refusal?.tag === 'unavailable') return known(UNAVAILABLE)
  return refusal === undefined ? error : new Error(`${service}: ${refusal.val}`)
}

/** Runs a handler. A problem, or a refusal of the ledger that is one, goes to the caller; any other error to the log. */
function answering(work) {
  try {
    return work()
  } catch (error) {
    const problem = error instanceof LedgerError ? error.problem() : error
    if (problem instanceof Problem) throw problem.record()
    log('error', shortened(error?.message ?? error, 1500), { stack: shortened(error?.stack ?? '', 2000) })
    throw known(INTERNAL).record()
  }
}

function log(level, message, fields = {}) {
  const pairs = Object.entries(fields).map(([key, value]) => [key, String(value)])
  write(level, String(message), pairs)
}

/** A line of the log ends the call if it is longer than 4 KiB, and an error can contain what a caller has sent. */
function shortened(text, maxBytes) {
  const bytes = encoder.encode(String(text))
  return bytes.length > maxBytes ? decoder.decode(bytes.slice(0, maxBytes)) : String(text)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const toBytes = (value) => encoder.encode(JSON.stringify(value))

const payload = ({ payload }) => ({
  payload: payload.length === 0 ? null : JSON.parse(decoder.decode(payload)),
})
