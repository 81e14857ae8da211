import { beforeEach, expect, it } from 'vitest'
import { begin, stepBefore, useWizard } from './state'

const FRIEND = { friendId: 'u1', friendName: 'theo', friendImage: null }
const now = () => useWizard.getState()
beforeEach(() => now().begin(null))

it('goes from the type to the friend, to the gift, and back', () => {
  expect(now().step).toBe('SELECT')
  expect(stepBefore(now())).toBeNull()
  now().chooseType('item')
  expect(now().step).toBe('CHOOSE_FRIEND')
  now().chooseFriend(FRIEND)
  expect(now()).toMatchObject({ step: 'CHOOSE_GIFT', type: 'item', friendName: 'theo' })
  expect(stepBefore(now())).toBe('CHOOSE_FRIEND')
})

it('skips what is chosen already', () => {
  now().begin(FRIEND)
  expect(now().step).toBe('SELECT')
  now().chooseType('wit')
  expect(now().step).toBe('CHOOSE_GIFT')
  expect(stepBefore(now())).toBe('SELECT')
  expect(begin({ itemId: 'i1' })).toMatchObject({ step: 'CHOOSE_FRIEND', type: 'item', productId: 'i1' })
  expect(begin({ ...FRIEND, itemId: 'i1' }).step).toBe('CHOOSE_GIFT')
  expect(stepBefore(begin({ ...FRIEND, itemId: 'i1' }))).toBeNull()
})

it('forgets the gift before', () => {
  now().change({ message: 'for you', witAmount: '10' })
  now().begin(FRIEND)
  expect(now()).toMatchObject({ message: '', witAmount: '', friendName: 'theo' })
})
