import { expect, it } from 'vitest'
import { extension, setting } from '../testing/pages'
import { eventKinds, filled, formError } from './event-form'

const TITLE = { ko: '투표', en: 'Poll' }
const QUESTION = setting({
  key: 'question',
  kind: 'text',
  minLength: 2,
  maxLength: 9,
  default: '',
  value: '',
})
const KIND = { install: 'x-a', title: TITLE, form: [QUESTION, setting()] }

it('knows the kinds of events among the plugins of a world', () => {
  const event = { title: TITLE, file: 'poll.html', form: [QUESTION] }
  expect(eventKinds([extension(), extension({ id: 'x-a', event })])).toEqual([
    { install: 'x-a', title: TITLE, form: [QUESTION] },
  ])
})

it('begins with the defaults, and is complete once the required fields are entered', () => {
  const empty = filled(KIND, null)
  expect(empty).toMatchObject({
    texts: { question: '', rounds: '5' },
    form: { rounds: 5 },
    isComplete: false,
  })
  const done = filled(KIND, { ...empty.texts, question: '어디?', rounds: '9' })
  expect(done).toMatchObject({ form: { question: '어디?', rounds: 9 }, isComplete: true })
  expect(filled(KIND, { question: '어디?', rounds: '10' }).isComplete).toBe(false)
})

it('says what is wrong with a field', () => {
  const errors = (text: string) => formError(QUESTION, text)
  expect([' ', 'a', 'ab'].map(errors)).toEqual(['required', 'short', null])
  expect(formError(setting(), 'x')).toBe('range')
})
