import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance, inOrder, MAX_WAITING, refusal } from './queue.js'

const entry = (id, change = {}) => ({
  id,
  track: 'rooftops',
  userId: 'mina',
  askedAtMs: 0,
  startedAtMs: null,
  votes: 0,
  ...change,
})

test('votes come first, then who asked first', () => {
  const entries = [
    entry('a', { askedAtMs: 2 }),
    entry('b', { askedAtMs: 1 }),
    entry('c', { askedAtMs: 3, votes: 1 }),
  ]
  assert.deepEqual(
    inOrder(entries).map(({ id }) => id),
    ['c', 'b', 'a'],
  )
})

test('the first track starts at once', () => {
  assert.deepEqual(advance([entry('a')], 5_000), {
    ended: [],
    started: { id: 'a', track: 'rooftops', startedAtMs: 5_000 },
  })
})

test('the next track starts where the last one has ended, or now after a pause', () => {
  const entries = [entry('a', { startedAtMs: 0 }), entry('b')]
  assert.deepEqual(advance(entries, 39_999), { ended: [], started: null })
  const next = (now) => advance(entries, now).started.startedAtMs
  assert.equal(next(40_000), 40_000)
  assert.equal(next(42_500), 40_000)
  assert.equal(next(90_000), 90_000)
})

test('a skipped track ends now', () => {
  const entries = [entry('a', { startedAtMs: 0 }), entry('b')]
  assert.deepEqual(advance(entries, 10_000, true), {
    ended: ['a'],
    started: { id: 'b', track: 'rooftops', startedAtMs: 10_000 },
  })
})

test('a person has so many waiting tracks, and the queue so many in all', () => {
  const mine = [entry('a'), entry('b'), entry('c', { startedAtMs: 0 })]
  assert.equal(refusal(mine, 'mina', 3), null)
  assert.equal(refusal(mine, 'mina', 2), 'yours')
  assert.equal(refusal(mine, 'joon', 2), null)
  const many = Array.from({ length: MAX_WAITING }, (_, index) => entry(`${index}`))
  assert.equal(refusal(many, 'joon', 2), 'full')
})
