import { describe, expect, it } from 'vitest'
import { payload } from './client'
import { ApiError, describeError, errorFromResponse } from './problem'

const problem = (body: unknown, status = 409) => errorFromResponse(new Response(null, { status }), body)

describe('what a failed call says', () => {
  it.each([
    ['the text in the language', { language: { ko: '이미 있음', en: 'Taken' }, message: 'm' }, '이미 있음'],
    ['else the message', { message: 'Only this' }, 'Only this'],
    ['else that it is unknown', {}, '알 수 없는 오류가 발생했습니다.'],
    ['also for an empty text', { language: { ko: '', en: '' } }, '알 수 없는 오류가 발생했습니다.'],
    ['also for no object at all', '<html>', '알 수 없는 오류가 발생했습니다.'],
  ])('%s', (_name, body, expected) => {
    expect(describeError(problem(body), 'ko')).toBe(expected)
  })

  it('uses the exact English fallback', () => {
    expect(describeError(new Error('inner'), 'en')).toBe('An unknown error occurred.')
  })

  it('keeps code, fields and the time to wait', () => {
    const response = new Response(null, { status: 422, headers: { 'retry-after': '17' } })
    const error = errorFromResponse(response, {
      code: 'validation_failed',
      fields: [{ field: 'email', message: 'no' }, 3],
    })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', retryAfterSeconds: 17 })
    expect(error.fields).toEqual([{ field: 'email', message: 'no' }])
  })
})

describe('payload', () => {
  it('unwraps a success', async () => {
    const call = Promise.resolve({ data: { payload: 7 }, response: new Response() })
    expect(await payload(call)).toBe(7)
  })

  it('throws one kind of error, also when no answer came', async () => {
    const refused = payload(
      Promise.resolve({ error: { code: 'x' }, response: new Response(null, { status: 400 }) }),
    )
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    await expect(payload(Promise.reject(new TypeError('offline')))).rejects.toMatchObject({
      code: 'unreachable',
    })
    const late = new DOMException('late', 'TimeoutError')
    await expect(payload(Promise.reject(late))).rejects.toMatchObject({ code: 'timeout' })
  })
})
