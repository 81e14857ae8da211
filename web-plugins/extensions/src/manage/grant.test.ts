import { expect, it } from 'vitest'
import type { Grant } from '../api/types'
import {
  collectionKeys,
  collectionsError,
  dataError,
  draftOf,
  errorsOf,
  filesError,
  grantOf,
  limitError,
  without,
  withoutCollections,
} from './grant'

const REQUESTED: Grant = {
  sql: true,
  sqlMib: 16,
  balance: false,
  users: true,
  timers: false,
  rooms: false,
  chat: false,
  reward: { perPayment: 50, personDay: 120 },
  charge: null,
  files: { mib: 8 },
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
    files: null,
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
  expect(errorsOf({ ...draft, allowed: new Set() }, REQUESTED)).toEqual({})
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

it('lowers the size of the data, up to what was asked for', () => {
  const draft = draftOf(REQUESTED, REQUESTED)
  expect(grantOf({ ...draft, sqlMib: '8' })).toMatchObject({ sql: true, sqlMib: 8 })
  const errors = ['8', '17', 'x', ''].map((sqlMib) => dataError({ ...draft, sqlMib }, REQUESTED))
  expect(errors).toEqual([null, 'limitRange', 'limitNumber', 'limitRange'])
  expect(dataError({ ...draft, allowed: new Set(), sqlMib: 'x' }, REQUESTED)).toBeNull()
})

it('withdraws permissions and single scopes', () => {
  const grant: Grant = { ...REQUESTED, services: { 'events@1': ['create', 'read'], 'mail@1': ['send'] } }
  const left = without(grant, ['users', 'services.events@1.create', 'services.mail@1.send'])
  expect(left).toMatchObject({ users: false, services: { 'events@1': ['read'] } })
})

it('keeps the space for files within what was asked for', () => {
  const draft = draftOf(REQUESTED, REQUESTED)
  expect(grantOf({ ...draft, filesMib: '2' })).toMatchObject({ files: { mib: 2 } })
  const errors = ['8', '9', '', 'x'].map((filesMib) => filesError({ ...draft, filesMib }, REQUESTED))
  expect(errors).toEqual([null, 'limitRange', 'limitRange', 'limitNumber'])
  expect(without(REQUESTED, ['files'])).toMatchObject({ files: null, sql: true })
})

it('limits the collections only of scopes that use them', () => {
  const line = (key: string, objects?: string) => ({ key, ko: '', en: '', ...(objects && { objects }) })
  const keys = collectionKeys([line('sql'), line('services.items@1.owns', 'collections')])
  expect(keys).toEqual(['services.items@1.owns'])
  const asked: Grant = { ...REQUESTED, services: { 'items@1': ['owns'], 'mail@1': ['send'] } }
  const none = draftOf(withoutCollections(asked), asked)
  expect(collectionsError(none, keys)).toBe('none')
  expect(collectionsError({ ...none, onlyChosen: false }, keys)).toBeNull()
  expect(grantOf({ ...none, onlyChosen: false }, keys).objects).toBeUndefined()
  const chosen = { ...none, collections: new Set(['b', 'a']) }
  expect(collectionsError(chosen, keys)).toBeNull()
  expect(grantOf(chosen, keys).objects).toEqual({ collections: ['a', 'b'] })
  const many = new Set(Array.from({ length: 51 }, (_, id) => String(id)))
  expect(collectionsError({ ...chosen, collections: many }, keys)).toBe('tooMany')
  const withheld = { ...none, allowed: new Set([...none.allowed].filter((key) => !keys.includes(key))) }
  expect(collectionsError(withheld, keys)).toBeNull()
  expect(grantOf(withheld, keys).objects).toBeUndefined()
})

it('keeps limits of objects that it does not show', () => {
  const grant: Grant = { ...REQUESTED, objects: { tracks: ['t'], collections: ['a'] } }
  expect(without(grant, ['users']).objects).toEqual(grant.objects)
  expect(grantOf(draftOf(grant, REQUESTED), ['sql']).objects).toEqual(grant.objects)
})
