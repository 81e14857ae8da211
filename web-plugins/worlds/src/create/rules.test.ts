import { expect, it } from 'vitest'
import { floorToCents } from '../world/WorldAbout'
import { checkWorldName, nameRefusal } from './rules'

it.each([
  ['', 'create.required'],
  ['ab', 'create.length'],
  ['abcdefghijk', 'create.length'],
  ['Agora', 'create.unavailable'],
  ['my world', 'create.unavailable'],
  ['한옥마을', 'create.unavailable'],
  ['abc', undefined],
  ['a_1234567_', undefined],
])('validates the world name %j', (name, expected) => expect(checkWorldName(name)).toBe(expected))

it('maps server errors about the name to messages', () => {
  expect(nameRefusal('world_name_duplicate')).toBe('create.duplicate')
  expect(nameRefusal('already_has_world')).toBeUndefined()
})

it('rounds witch points down', () => {
  expect([12.349, 0.1 + 0.2, 7, 0.29].map(floorToCents)).toEqual(['12.34', '0.30', '7.00', '0.29'])
})
