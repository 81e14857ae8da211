import { expect, it } from 'vitest'
import {
  decode,
  encode,
  funds,
  hundredths,
  invalid,
  json,
  LedgerError,
  objects,
  readRequest,
  timestamp,
  uuid,
  wit,
} from './rules.js'

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

it('amounts are whole hundredths of a WIT', () => {
  expect([wit(5), wit(0.29), wit(1.1)]).toEqual([500, 29, 110])
  expect([hundredths(0), hundredths(500)]).toEqual([0n, 500n])
  for (const amount of [-1, 2.5, Number.NaN, 2 ** 53, '5', 5n, undefined]) {
    expect(() => hundredths(amount)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  }
})

it('reads the balance of an account', () => {
  expect(funds({ balance: 1200n, held: 200n, frozen: false })).toEqual({
    balance: 1200,
    available: 1000,
    isFrozen: false,
  })
  expect(funds({ balance: -5n, held: 0n, frozen: true })).toEqual({
    balance: -5,
    available: 0,
    isFrozen: true,
  })
})

it('a refusal of the ledger that a person can act on is a problem, as in Rust', () => {
  const codes = {
    insufficient: 'insufficient_wit',
    frozen: 'wit_transfer_unavailable',
    closed: 'wallet_closed',
    'no-such-account': 'wallet_closed',
    'over-limit': 'wit_limit_reached',
    invalid: 'amount_invalid',
    overflow: 'amount_invalid',
  }
  for (const [kind, code] of Object.entries(codes)) {
    expect(new LedgerError({ kind, message: 'm' }).problem()).toMatchObject({ code })
  }
  for (const kind of ['not-granted', 'key-conflict', 'no-such-hold', 'hold-captured', 'hold-ended']) {
    expect(new LedgerError({ kind, message: 'm' }).problem()).toBeNull()
  }
})
