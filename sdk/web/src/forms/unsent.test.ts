import { expect, it } from 'vitest'
import { unsentPart, withUnsent } from './unsent'

it.each([
  ['hello', 'hello', ''],
  ['hello there', 'hello', 'there'],
  ['hallo', 'hello', 'hallo'],
  ['new', '', 'new'],
])('of %j after %j was sent, %j was not', (now, sent, expected) =>
  expect(unsentPart(now, sent)).toBe(expected),
)

it('the values of a form keep what was changed since they were sent', () => {
  const file = new File(['a'], 'a.png')
  const sent = { name: { ko: '', en: 'Reef' }, tags: ['a'], count: 3, picture: null, open: false }
  const initial = { ...sent, name: { ko: '', en: '' }, tags: [], count: 1 }
  expect(withUnsent(initial, sent, sent)).toEqual(initial)
  const now = { ...sent, name: { ko: '산호', en: 'Reef' }, tags: ['a', 'b'], picture: file }
  expect(withUnsent<object>(initial, now, sent)).toEqual({
    ...initial,
    name: { ko: '산호', en: '' },
    tags: ['a', 'b'],
    picture: file,
  })
})
