// The error of a failed API call: one type for every cause.

export type Language = 'ko' | 'en'
export type LocalText = Record<Language, string>

export interface FieldProblem {
  field: string
  message: string
  language?: LocalText
}

const UNKNOWN: LocalText = { ko: '알 수 없는 오류가 발생했습니다.', en: 'An unknown error occurred.' }
/** The text if no response was received. */
export const UNREACHABLE: LocalText = {
  ko: '서버에 연결할 수 없습니다. 인터넷 연결을 확인해 주세요.',
  en: 'The server cannot be reached. Please check your connection.',
}
const TOO_SLOW: LocalText = {
  ko: '응답이 너무 늦어 요청을 멈췄습니다. 잠시 후 다시 시도해 주세요.',
  en: 'The server took too long to answer. Please try again.',
}

interface ApiErrorFacts {
  status: number
  code: string
  message?: string
  language?: LocalText
  fields?: FieldProblem[]
  retryAfterSeconds?: number
}

/** A failed call. `status` is 0 if no response was received. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly language: LocalText | undefined
  readonly fields: FieldProblem[]
  readonly retryAfterSeconds: number | undefined

  constructor(facts: ApiErrorFacts) {
    super(facts.message ?? '')
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.language = facts.language
    this.fields = facts.fields ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** The text shown for an error: its text in the person's language, else its message, else "unknown". */
export function describeError(error: unknown, language: Language): string {
  if (error instanceof ApiError) {
    return error.language?.[language] || error.message || UNKNOWN[language]
  }
  return UNKNOWN[language]
}

/** The text of a field's problem, chosen like that of an error. */
export function describeField(problem: FieldProblem, language: Language): string {
  return problem.language?.[language] || problem.message || UNKNOWN[language]
}

export function errorFromResponse(response: Response, body: unknown): ApiError {
  const problem = isRecord(body) ? body : {}
  const retryAfter = Number(response.headers.get('retry-after'))
  const language = readLocalText(problem.language)
  return new ApiError({
    status: response.status,
    code: typeof problem.code === 'string' ? problem.code : 'unknown',
    message: typeof problem.message === 'string' ? problem.message : '',
    fields: readFields(problem.fields),
    ...(language && { language }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}

/** The error of a call without a response: no connection, or a timeout. */
export function errorFromFailure(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  const language = timedOut ? TOO_SLOW : UNREACHABLE
  return new ApiError({
    status: 0,
    code: timedOut ? 'timeout' : 'unreachable',
    message: language.en,
    language,
  })
}

function readFields(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => {
    if (!isRecord(entry) || typeof entry.field !== 'string') return []
    const language = readLocalText(entry.language)
    const message = typeof entry.message === 'string' ? entry.message : ''
    return [{ field: entry.field, message, ...(language && { language }) }]
  })
}

function readLocalText(value: unknown): LocalText | undefined {
  if (!isRecord(value) || typeof value.ko !== 'string' || typeof value.en !== 'string') return undefined
  return { ko: value.ko, en: value.en }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
