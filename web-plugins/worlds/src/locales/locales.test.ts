import { keysOf, valuesOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en } from './en'
import { ko } from './ko'

it('has the same keys in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))

it('uses the same values in both languages', () => {
  const { 'world.members_one': _m, 'world.blocks_one': _b, ...korean } = valuesOf(ko)
  expect(valuesOf(en)).toMatchObject(korean)
})

it('contains the messages of the catalogue', () => {
  expect(en.create).toMatchObject({
    length: 'check the length of the world name',
    unavailable: 'a world cannot be created with that name',
    duplicate: 'this world name is already in use',
  })
  expect(en.world.copied).toBe('Copy Done!')
})
