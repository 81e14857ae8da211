import { expect, it } from 'vitest'
import { decode, encode, invalid, json, objects, readRequest, timestamp, uuid } from './rules.js'

const PARAMS = [
  [null, { tag: 'null' }],
  [undefined, { tag: 'null' }],
  [true, { tag: 'boolean', val: true }],
  [7, { tag: 'int', val: 7n }],
  [2.5, { tag: 'float', val: 2.5 }],
  ['a', { tag: 'text', val: 'a' }],
  [['a', 'b'], { tag: 'texts', val: ['a', 'b'] }],
  [uuid('u'), { tag: 'uuid', val: 'u' }],
  [timestamp(1.5), { tag: 'timestamp', val: 1500n }],
  [json({ a: 1 }), { tag: 'json', val: '{"a":1}' }],
]

it('a parameter is a value of the contract', () => {
  for (const [param, value] of PARAMS) expect(encode(param)).toEqual(value)
})

it('refuses a parameter that the contract does not have', () => {
  expect(() => encode({})).toThrow('a parameter is')
  expect(() => encode([1])).toThrow('a parameter is')
})

it('reads rows by the names of their columns', () => {
  const row = [
    { tag: 'int', val: 3n },
    { tag: 'timestamp', val: 1500n },
    { tag: 'json', val: '[1]' },
    { tag: 'null' },
  ]
  expect(objects({ columns: ['a', 'b', 'c', 'd'], rows: [row] })).toEqual([{ a: 3, b: 1.5, c: [1], d: null }])
  const large = 2n ** 60n
  expect(decode({ tag: 'int', val: large })).toBe(large)
})

it('a body that is no JSON is a problem', () => {
  const request = {
    method: 'post',
    path: '/a',
    params: [['id', '1']],
    query: [],
    body: new Uint8Array([0x7b]),
  }
  const read = readRequest(request)
  expect(read.method).toBe('POST')
  expect(read.params).toEqual({ id: '1' })
  expect(() => read.json()).toThrow(expect.objectContaining({ code: 'invalid_body', status: 400 }))
})

it('a problem is the record of the contract', () => {
  const message = { ko: '가', en: 'a' }
  expect(invalid('track', message).record()).toEqual({
    status: 422,
    code: 'validation_failed',
    message: expect.objectContaining({ en: 'please double-check the required fields' }),
    fields: [{ field: 'track', message }],
    retryAfterS: undefined,
  })
})
