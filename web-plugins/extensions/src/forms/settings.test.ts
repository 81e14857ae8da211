import { expect, it } from 'vitest'
import type { Setting } from '../api/types'
import { setting } from '../testing/pages'
import { changed, draftOf, rangeError } from './settings'

const rounds = setting({ key: 'rounds', kind: 'number', minimum: 1, maximum: 9, value: 5, default: 5 })
const calm = setting({ key: 'calm', kind: 'switch', value: false, default: false })
const name = setting({ key: 'name', kind: 'text', maxLength: 20, value: 'a', default: '' })

it('sends only what was changed, in its type', () => {
  const settings: Setting[] = [rounds, calm, name]
  const draft = draftOf(settings)
  expect(changed(settings, draft)).toEqual({})
  expect(changed(settings, { ...draft, rounds: '7', calm: 'true', name: '' })).toEqual({
    rounds: 7,
    calm: true,
    name: '',
  })
})

it.each([
  ['1', false],
  ['9', false],
  ['0', true],
  ['10', true],
  ['', true],
  ['2.5', true],
  ['x', true],
])('a number %j is out of range: %s', (text, isWrong) => expect(rangeError(rounds, text)).toBe(isWrong))
