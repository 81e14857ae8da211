import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersOf, counted, leadersOf, refusal, resultOf, stateOf, totalOf } from './poll.js'

const FORM = { question: 'Where?', answer1: 'Park', answer2: 'Beach', answer3: '  ', answer5: 'Hill' }

const event = (change = {}) => ({ phase: 'in', hasPlace: true, isOrganiser: false, form: FORM, ...change })

test('empty answers are left out, and the others keep their numbers', () => {
  assert.deepEqual(answersOf(FORM), [
    { number: 1, text: 'Park' },
    { number: 2, text: 'Beach' },
    { number: 5, text: 'Hill' },
  ])
})

test('a poll is open while its event runs', () => {
  const states = ['requested', 'pre', 'in', 'post', 'cancelled', 'rejected'].map(stateOf)
  assert.deepEqual(states, ['waiting', 'waiting', 'open', 'closed', 'cancelled', 'cancelled'])
})

test('people at the event vote once, while it runs', () => {
  const check = (change, answer, mine, expected) =>
    assert.equal(refusal(event(change), answer, mine), expected)
  check({}, 1, null, null)
  check({}, 5, null, null)
  check({ hasPlace: false, isOrganiser: true }, 1, null, null)
  check({}, 3, null, 'unknown')
  check({}, 7, null, 'unknown')
  check({}, '1', null, 'unknown')
  check({}, 2, 1, 'voted')
  check({ hasPlace: false }, 1, null, 'no_place')
  check({ phase: 'pre' }, 1, null, 'not_started')
  check({ phase: 'post' }, 1, null, 'closed')
  check({ phase: 'cancelled' }, 1, null, 'closed')
})

test('votes are counted by answers', () => {
  const answers = counted(
    FORM,
    new Map([
      [5, 2],
      [1, 1],
    ]),
  )
  assert.deepEqual(
    answers.map(({ votes }) => votes),
    [1, 0, 2],
  )
  assert.equal(totalOf(answers), 3)
  assert.deepEqual(leadersOf(answers), ['Hill'])
  assert.deepEqual(leadersOf(counted(FORM, new Map())), [])
})

test('the result names a winner, a tie, or that there were no votes', () => {
  const result = (votes) => resultOf(counted(FORM, new Map(votes)))
  assert.equal(
    result([
      [1, 2],
      [2, 1],
    ]).en,
    'The most votes: Park (2 of 3)',
  )
  assert.equal(
    result([
      [1, 2],
      [2, 1],
    ]).ko,
    '1위: Park (3표 중 2표)',
  )
  assert.equal(
    result([
      [1, 2],
      [5, 2],
    ]).en,
    'A tie: Park, Hill (2 votes each, of 4)',
  )
  assert.equal(
    result([
      [1, 2],
      [5, 2],
    ]).ko,
    '공동 1위: Park, Hill (각 2표, 모두 4표)',
  )
  assert.equal(result([]).en, 'There were no votes.')
})
