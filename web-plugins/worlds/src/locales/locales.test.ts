import { expect, it } from 'vitest'
import { en } from './en'

it('contains the messages of the catalogue', () => {
  expect(en.create).toMatchObject({
    length: 'check the length of the world name',
    unavailable: 'a world cannot be created with that name',
    duplicate: 'this world name is already in use',
  })
  expect(en.world.copied).toBe('Copy Done!')
})
