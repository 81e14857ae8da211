import { afterEach, expect, it, vi } from 'vitest'
import { lengthOf, limitChange } from './length'

const FAMILY = '👨‍👩‍👧‍👦'

afterEach(() => vi.resetModules())

it.each([
  ['', 0],
  ['abc', 3],
  ['한글'.normalize('NFD'), 2],
  [FAMILY, 1],
  ['🇰🇷', 1],
  ['👍🏽', 1],
  ['1️⃣', 1],
  ['e\u0301', 1],
])('counts %j as people do', (text, count) => expect(lengthOf(text)).toBe(count))

it('counts code points in a browser without Intl.Segmenter', async () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
  vi.resetModules()
  const { lengthOf } = await import('./length')
  expect(lengthOf('👍👍')).toBe(2)
})

it.each([
  ['ab', 'abc', 3, 'abc'],
  ['abc', 'abcd', 3, 'abc'],
  ['abc', 'aXbc', 3, 'abc'],
  ['ac', 'aXYc', 3, 'aXc'],
  ['', FAMILY.repeat(4), 3, FAMILY.repeat(3)],
  ['abcde', 'abcd', 3, 'abcd'],
  ['abcde', 'abXde', 3, 'abde'],
  ['aaa', 'aaaa', 3, 'aaa'],
])('changes %j to %j within a limit of %i: %j', (before, after, max, value) =>
  expect(limitChange(before, after, max).value).toBe(value),
)

it('leaves the caret after what was put in', () => {
  expect(limitChange('ac', 'aXYc', 3).caret).toBe(2)
})
