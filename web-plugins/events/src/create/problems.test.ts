import { ApiError } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { type Draft, NEW_DRAFT, NEW_TICKET } from './draft'
import { problemsOf } from './problems'
import { changedFields, refusedFields, stepOf } from './refusal'

const nowMs = Date.parse('2026-11-27T00:00:00Z')
const whole: Draft = {
  ...NEW_DRAFT,
  titleKo: '모임',
  titleEn: 'Meetup',
  descriptionKo: '글',
  descriptionEn: 'text',
  blockId: 'b1',
  startsAt: '2026-12-01T10:00:00.000Z',
}
const ticket = { ...NEW_TICKET, ko: '일반', en: 'Standard', price: '5', quantity: '9' }
const challenge = (prizes: string[], more: Partial<Draft> = {}) =>
  ({ type: 'challenge', prizes, ...more }) satisfies Partial<Draft>

/** The wrong fields of the whole wizard with the last part of each text's key. */
const wrong = (changes: Partial<Draft>, game: string | null = 'lantern-race') =>
  problemsOf({ ...whole, ...changes }, 'preview', { nowMs, game }).map(
    ({ field, key }) => `${field} ${key.split('.').at(-1)}`,
  )

it.each<[Partial<Draft>, string[]]>([
  [{}, []],
  [{ titleEn: ' ' }, ['titleEn required']],
  [{ startsAt: '2026-11-26T23:59:00Z' }, ['startsAt startPast']],
  [{ startsAt: '2027.02.30' }, ['startsAt startUnread']],
  [{ startsAt: '2028-02-29T10:00:00Z' }, ['startsAt startFar']],
  [{ startsAt: '', blockId: '' }, ['blockId required', 'startsAt required']],
  [{ hasLimit: true, maxPeople: '0' }, ['maxPeople between']],
  [{ hasLimit: true, maxPeople: '' }, ['maxPeople required']],
  [{ noShowMinutes: '4' }, ['noShowMinutes between']],
  [{ noShowMinutes: '5' }, []],
  [{ questionKo: '왜?' }, ['questionEn required']],
  [{ eligibility: 'items' }, ['gates required']],
  [{ entry: 'draw' }, ['maxPeople drawLimit']],
  [{ entry: 'draw', hasLimit: true, maxPeople: '1001' }, ['maxPeople between']],
  [{ entry: 'draw', hasLimit: true, drawMinutes: '' }, ['drawMinutes required']],
  [{ entry: 'draw', hasLimit: true, drawMinutes: '4' }, ['drawMinutes between']],
  [{ entry: 'draw', hasLimit: true, drawMinutes: '20000' }, ['drawMinutes drawPast']],
  [{ entry: 'draw', eligibility: 'tickets', tickets: [ticket] }, []],
  [
    { eligibility: 'tickets', tickets: [{ ...ticket, price: '', quantity: '0', en: '' }] },
    ['tickets.0.en required', 'tickets.0.price required', 'tickets.0.quantity between'],
  ],
  [{ eligibility: 'tickets', tickets: [{ ...ticket, price: '11', quantity: '100000' }] }, ['tickets money']],
  [challenge(['30', '20', '20']), []],
  [challenge(['', '30']), ['prizes.0 prizeGap']],
  [challenge(['30', '', '10']), ['prizes.1 prizeGap']],
  [challenge(['20', '30']), ['prizes.1 prizeRises']],
  [challenge(['0']), ['prizes.0 between']],
  [challenge(['700000', '300001']), ['prizes money']],
  [challenge([], { attempts: '' }), ['attempts required']],
  // A challenge has no no-shows.
  [challenge([], { noShowMinutes: '4' }), []],
])('%j → %j', (changes, expected) => expect(wrong(changes)).toEqual(expected))

it('refuses a block without a game for a challenge, once its game is known', () => {
  expect(wrong(challenge([]), null)).toEqual(['blockId blockGame'])
  expect(wrong(challenge([]), 'lantern-puzzle')).toEqual([])
  expect(wrong({}, null)).toEqual([])
  expect(problemsOf({ ...whole, type: 'challenge' }, 'place', { nowMs })).toEqual([])
})

const refusal = (field: string) =>
  new ApiError({ status: 422, code: 'validation_failed', fields: [{ field, message: 'wrong' }] })

it.each([
  ['title.en', 'titleEn', 'basics'],
  ['description', 'descriptionKo', 'basics'],
  ['startsAt', 'startsAt', 'place'],
  ['durationMinutes', 'duration', 'place'],
  ['maxPeople', 'maxPeople', 'place'],
  ['plugin.form.question', 'plugin', 'place'],
  ['drawMinutesBefore', 'drawMinutes', 'entry'],
  ['items', 'gates', 'entry'],
  ['tickets.1.name.en', 'tickets.1.en', 'entry'],
  ['tickets.1.description', 'tickets.1.textKo', 'entry'],
  ['tickets.0.price', 'tickets.0.price', 'entry'],
  ['noShowMinutes', 'noShowMinutes', 'entry'],
  ['prizes', 'prizes', 'entry'],
  ['unknown', 'unknown', null],
])('shows a refused %s at %s of the step %s', (name, field, step) => {
  expect(refusedFields(refusal(name))).toEqual({ [field]: { ko: 'wrong', en: 'wrong' } })
  expect(stepOf(field, whole)).toBe(step)
})

it('shows errors of the block at the block, and other errors at no field', () => {
  const language = { ko: '블록을 찾을 수 없습니다.', en: 'Block not found.' }
  const missing = new ApiError({ status: 404, code: 'block_not_found', language })
  expect(refusedFields(missing)).toEqual({ blockId: language })
  expect(refusedFields(new ApiError({ status: 409, code: 'event_limit' }))).toEqual({})
})

it('forgets what was refused once it or what it depends on has changed', () => {
  expect([...changedFields({ startsAt: 'x' })]).toEqual(['startsAt', 'drawMinutes'])
  expect([...changedFields({ titleKo: 'x' })]).toEqual(['titleKo'])
})
