import { expect, it } from 'vitest'
import { nicknameOf } from './nickname'

it.each([
  ['Mina', 'mina'],
  ['  @theo ', 'theo'],
  ['a_very_long_nickname', 'a_very_long_'],
  ['', ''],
])('normalises %j to %j', (typed, counted) => expect(nicknameOf(typed)).toBe(counted))
