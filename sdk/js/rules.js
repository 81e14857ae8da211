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
