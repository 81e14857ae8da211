// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { begin, stepBefore, useWizard } from './state'

const FRIEND = { friendId: 'u1', friendName: 'theo', friendImage: null }
const ME = 'me'
const now = () => useWizard.getState()
beforeEach(() => now().begin(null, ME))

it('goes from type to friend to gift, and back', () => {
  expect(now().step).toBe('SELECT')
  expect(stepBefore(now())).toBeNull()
  now().chooseType('item')
  expect(now().step).toBe('CHOOSE_FRIEND')
  now().chooseFriend(FRIEND)
  expect(now()).toMatchObject({ step: 'CHOOSE_GIFT', type: 'item', friendName: 'theo' })
  expect(stepBefore(now())).toBe('CHOOSE_FRIEND')
})

it('skips steps with preset choices', () => {
  now().begin(FRIEND, ME)
  expect(now().step).toBe('SELECT')
  now().chooseType('wit')
  expect(now().step).toBe('CHOOSE_GIFT')
  expect(stepBefore(now())).toBe('SELECT')
  expect(begin({ itemId: 'i1' })).toMatchObject({ step: 'CHOOSE_FRIEND', type: 'item', productId: 'i1' })
  expect(begin({ ...FRIEND, itemId: 'i1' }).step).toBe('CHOOSE_GIFT')
  expect(stepBefore(begin({ ...FRIEND, itemId: 'i1' }))).toBeNull()
})

it('resets the previous gift', () => {
  now().change({ message: 'for you', witAmount: '10' })
  now().begin(FRIEND, ME)
  expect(now()).toMatchObject({ message: '', witAmount: '', friendName: 'theo' })
})

it('resumes a saved gift once, for the same sender and friend', () => {
  const saveAndLeave = () => {
    now().begin(null, ME)
    now().chooseType('wit')
    now().chooseFriend(FRIEND)
    now().change({ message: 'for you', witAmount: '10' })
    now().saveDraft(ME)
  }
  const gift = { step: 'CHOOSE_GIFT', friendName: 'theo', message: 'for you', witAmount: '10' }
  const none = { message: '', witAmount: '' }
  saveAndLeave()
  now().begin(null, ME)
  expect(now()).toMatchObject(gift)
  now().begin(null, ME)
  expect(now()).toMatchObject({ ...none, step: 'SELECT' })
  saveAndLeave()
  now().begin(FRIEND, ME)
  expect(now()).toMatchObject(gift)
  saveAndLeave()
  const stored = sessionStorage.getItem('witverse.gifts.draft')
  now().begin({ itemId: 'i1' }, ME)
  expect(sessionStorage.getItem('witverse.gifts.draft')).not.toContain('theo')
  // A page load after the payment.
  sessionStorage.setItem('witverse.gifts.draft', stored ?? '')
  useWizard.persist.rehydrate()
  now().begin(null, ME)
  expect(now()).toMatchObject(gift)
  saveAndLeave()
  now().begin({ ...FRIEND, friendId: 'u2' }, ME)
  expect(now()).toMatchObject({ ...none, friendId: 'u2' })
  saveAndLeave()
  now().begin({ itemId: 'i1' }, ME)
  expect(now()).toMatchObject({ ...none, type: 'item' })
  saveAndLeave()
  now().begin(null, 'another')
  expect(now()).toMatchObject({ ...none, friendId: '' })
})

it('starts another gift for the same friend', () => {
  now().chooseFriend(FRIEND)
  now().change({ message: 'for you', witAmount: '10' })
  now().another()
  expect(now()).toMatchObject({ step: 'SELECT', friendName: 'theo', message: '', preset: { friend: true } })
})
