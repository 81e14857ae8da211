import { expect, it } from 'vitest'
import type { Grant } from '../api/types'
import { draftOf, errorsOf, grantOf, limitError } from './grant'

const REQUESTED: Grant = {
  sql: true,
  balance: false,
  users: true,
  timers: false,
  rooms: false,
  chat: false,
  reward: { perPayment: 50, personDay: 120 },
  charge: null,
  services: {},
}

const NO_LIMITS = { perPayment: '', personDay: '', worldDay: '' }

it('turns a grant into a draft and back', () => {
  expect(grantOf(draftOf(REQUESTED, REQUESTED))).toEqual(REQUESTED)
  const none: Grant = {
    sql: false,
    balance: false,
    users: false,
    timers: false,
    rooms: false,
    chat: false,
    reward: null,
    charge: null,
    services: {},
  }
  expect(grantOf(draftOf(none, REQUESTED))).toEqual(none)
})

it('fills the limits of a withheld permission with the requested ones', () => {
  const draft = draftOf({ ...REQUESTED, reward: null }, REQUESTED)
  expect(draft.allowed.has('reward')).toBe(false)
  expect(draft.limits.reward).toEqual({ perPayment: '50', personDay: '120', worldDay: '' })
})

it('accepts lower limits, and a limit where none was asked for', () => {
  const draft = {
    ...draftOf(REQUESTED, REQUESTED),
    limits: { reward: { perPayment: '5', personDay: '10', worldDay: '99' }, charge: NO_LIMITS },
  }
  expect(errorsOf(draft, REQUESTED)).toEqual({})
  expect(grantOf(draft).reward).toEqual({ perPayment: 5, personDay: 10, worldDay: 99 })
})

it('names the limits that are wrong, only while prizes are allowed', () => {
  const limits = { reward: { perPayment: '51', personDay: '', worldDay: 'x' }, charge: NO_LIMITS }
  const draft = { ...draftOf(REQUESTED, REQUESTED), limits }
  expect(errorsOf(draft, REQUESTED)).toEqual({
    reward: { perPayment: 'limitRange', personDay: 'limitRange', worldDay: 'limitNumber' },
  })
  expect(errorsOf({ allowed: new Set(), limits }, REQUESTED)).toEqual({})
})

it('keeps the limits of prizes and of charges apart', () => {
  const requested: Grant = { ...REQUESTED, charge: { perPayment: 20 } }
  const draft = draftOf(requested, requested)
  expect(grantOf(draft)).toEqual(requested)
  const charge = { perPayment: '21', personDay: '', worldDay: '' }
  expect(errorsOf({ ...draft, limits: { ...draft.limits, charge } }, requested)).toEqual({
    charge: { perPayment: 'limitRange' },
  })
})

it('allows and withholds each scope of a service', () => {
  const services = { 'blocks.rooms@1': ['read'], 'events@1': ['create', 'read'] }
  const requested: Grant = { ...REQUESTED, services }
  const draft = draftOf(requested, requested)
  expect(draft.allowed.has('services.blocks.rooms@1.read')).toBe(true)
  expect(grantOf(draft)).toEqual(requested)
  const fewer = new Set([...draft.allowed].filter((key) => key !== 'services.events@1.create'))
  expect(grantOf({ ...draft, allowed: fewer }).services).toEqual({
    'blocks.rooms@1': ['read'],
    'events@1': ['read'],
  })
})

it('reads what people type', () => {
  const errors = (texts: string[]) => texts.map((text) => limitError(text, 50, true))
  expect(errors([' 7 ', '50', '0', '51', '1.5', '-1', '', '1e3'])).toEqual([
    null,
    null,
    'limitRange',
    'limitRange',
    'limitNumber',
    'limitNumber',
    'limitRange',
    'limitNumber',
  ])
})
