import { expect, it } from 'vitest'
import { unsentPart } from './unsent'

it.each([
  ['hello', 'hello', ''],
  ['hello there', 'hello', 'there'],
  ['hallo', 'hello', 'hallo'],
  ['new', '', 'new'],
])('of %j after %j was sent, %j was not', (now, sent, expected) =>
  expect(unsentPart(now, sent)).toBe(expected),
)
