// What a plugin's pure code may use, also in tests under Node: problems, and the values of statements. It imports nothing of
// the platform.

/** An error for the caller. The request is rolled back. */
export class Problem extends Error {
  constructor(status, code, { ko, en }, fields = []) {
    super(en)
    this.status = status
    this.code = code
    this.text = { ko, en }
    this.fields = fields
  }

  /** The problem of a record of the contract. */
  static of({ status, code, message, fields }) {
    return new Problem(status, code, message, fields)
  }

  /** The record of the contract. */
  record() {
    const { status, code, text, fields } = this
    return { status, code, message: text, fields, retryAfterS: undefined }
  }
}

/** One field of the request is missing or invalid. */
export const invalid = (field, message) =>
  new Problem(
    422,
    'validation_failed',
    { ko: '필수 항목을 다시 확인해 주세요.', en: 'please double-check the required fields' },
    [{ field, message }],
  )

export const UNAUTHENTICATED = ['unauthenticated', 401, '로그인이 필요합니다.', 'Please log in.']
/** The operator has withheld a permission, or the plugin does not ask for it. */
export const NOT_PERMITTED = [
  'plugin_not_permitted',
  403,
  '이 기능에 필요한 권한이 플러그인에 허용되지 않았습니다. 변경된 것은 없습니다.',
  'The plugin has not been given a permission that this needs. Nothing was changed.',
]
export const NOT_FOUND = ['not_found', 404, '찾을 수 없습니다.', 'Not found.']
export const INVALID_BODY = [
  'invalid_body',
  400,
  '보낸 내용을 읽을 수 없습니다.',
  'What you sent cannot be read.',
]
export const UNAVAILABLE = [
  'unavailable',
  503,
  '지금은 처리할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  'This is not available right now. Please try again later.',
]
export const INTERNAL = [
  'internal_error',
  500,
  '서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요.',
  'Something went wrong on the server. Please try again later.',
]

/** A problem of the list above. */
export const known = ([code, status, ko, en]) => new Problem(status, code, { ko, en })

/** WIT as an amount in hundredths: `wit(2.5)` is 250. */
export const wit = (amount) => Math.round(amount * 100)

/** An amount of the contract. */
export function hundredths(amount) {
  if (Number.isSafeInteger(amount) && amount >= 0) return BigInt(amount)
  throw new LedgerError({ kind: 'invalid', message: 'an amount is a whole number of hundredths of a WIT' })
}

/** The balance of an account, as handlers read it. */
export function funds({ balance, held, frozen }) {
  return { balance: Number(balance), available: Math.max(0, Number(balance - held)), isFrozen: frozen }
}

const INSUFFICIENT = ['insufficient_wit', 409, '보유 WIT가 부족합니다.', 'Not enough WIT in possession.']
const FROZEN = [
  'wit_transfer_unavailable',
  409,
  '지금은 이 WIT를 보낼 수 없습니다.',
  "These WIT can't be sent right now.",
]
const CLOSED = [
  'wallet_closed',
  409,
  '탈퇴한 회원에게는 WIT를 보낼 수 없습니다.',
  'This person has left Witverse and cannot receive WIT.',
]
const AMOUNT_INVALID = [
  'amount_invalid',
  422,
  'WIT 수량을 다시 확인해 주세요.',
  'Please check the amount of WIT.',
]
const OVER_LIMIT = [
  'wit_limit_reached',
  409,
  '오늘 쓸 수 있는 WIT 한도를 넘었습니다.',
  'This is over your WIT limit for today.',
]

/** The refusals of the ledger that a person can act on. The others are mistakes of the plugin. */
const LEDGER_PROBLEMS = {
  insufficient: INSUFFICIENT,
  frozen: FROZEN,
  closed: CLOSED,
  'no-such-account': CLOSED,
  'over-limit': OVER_LIMIT,
  invalid: AMOUNT_INVALID,
  overflow: AMOUNT_INVALID,
}

/** A refused movement of WIT. It has changed nothing, and the request can continue, except after `collectCharge`. */
export class LedgerError extends Error {
  constructor({ kind, message }) {
    super(`ledger: ${message}`)
    this.kind = kind
  }

  /** The problem for the caller; null if the plugin has made a mistake. */
  problem() {
    const problem = LEDGER_PROBLEMS[this.kind]
    return problem ? known(problem) : null
  }
}

/** A UUID as a parameter of a statement. */
export const uuid = (text) => ({ tag: 'uuid', val: text })
/** Milliseconds since 1970 as a parameter for a `timestamptz`. */
export const timestamp = (ms) => ({ tag: 'timestamp', val: BigInt(Math.round(ms * 1000)) })
/** Any value as a parameter for a `jsonb`. */
export const json = (value) => ({ tag: 'json', val: JSON.stringify(value) })
/** UUIDs as a parameter for a `uuid[]`. */
export const uuids = (texts) => ({ tag: 'uuids', val: texts })

/** A parameter of a statement as a value of the contract. */
export function encode(value) {
  if (value === null || value === undefined) return { tag: 'null' }
  switch (typeof value) {
    case 'boolean':
      return { tag: 'boolean', val: value }
    case 'bigint':
      return { tag: 'int', val: value }
    case 'number':
      return Number.isSafeInteger(value) ? { tag: 'int', val: BigInt(value) } : { tag: 'float', val: value }
    case 'string':
      return { tag: 'text', val: value }
  }
  if (value instanceof Uint8Array) return { tag: 'bytes', val: value }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return { tag: 'texts', val: value }
  if (typeof value.tag === 'string') return value
  throw new TypeError(
    'a parameter is null, a boolean, a number, a text, bytes, texts, or made by uuid, timestamp or json',
  )
}

/** A column of a row. Times are milliseconds; whole numbers are numbers as long as they are exact. */
export function decode({ tag, val }) {
  switch (tag) {
    case 'null':
      return null
    case 'int':
      return exact(val)
    case 'ints':
      return [...val].map(exact)
    case 'timestamp':
      return Number(val) / 1000
    case 'json':
      return JSON.parse(val)
    default:
      return val
  }
}

const exact = (number) =>
  number >= Number.MIN_SAFE_INTEGER && number <= Number.MAX_SAFE_INTEGER ? Number(number) : number

/** Rows as objects, by the names of their columns. */
export const objects = ({ columns, rows }) =>
  rows.map((row) => Object.fromEntries(row.map((value, index) => [columns[index], decode(value)])))

const text = new TextDecoder('utf-8', { fatal: true })

/** A request as handlers read it. */
export function readRequest(request) {
  return {
    method: request.method.toUpperCase(),
    path: request.path,
    params: Object.fromEntries(request.params),
    query: Object.fromEntries(request.query),
    /** The body as JSON. */
    json() {
      try {
        return JSON.parse(text.decode(request.body))
      } catch {
        throw known(INVALID_BODY)
      }
    },
  }
}
