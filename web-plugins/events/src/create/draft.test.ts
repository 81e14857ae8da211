// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import {
  bodyOf,
  draftSlot,
  itemIdIn,
  keepDraft,
  keptDraft,
  missing,
  NEW_DRAFT,
  NEW_TICKET,
  needsReview,
} from './draft'

const whole = {
  ...NEW_DRAFT,
  titleKo: ' 모임 ',
  titleEn: 'Meetup',
  descriptionKo: '글',
  descriptionEn: 'text',
  blockId: 'b1',
  startsAt: '2026-12-01T10:00:00.000Z',
}

beforeEach(() => localStorage.clear())

it('names the required fields of each step', () => {
  expect(missing(NEW_DRAFT, 'basics')).toEqual(['titleKo', 'titleEn', 'descriptionKo', 'descriptionEn'])
  expect(missing({ ...whole, titleEn: ' ' }, 'preview')).toEqual(['titleEn'])
  expect(missing(whole, 'preview')).toEqual([])
  expect(missing({ ...whole, eligibility: 'tickets', tickets: [NEW_TICKET] }, 'entry')).toHaveLength(4)
  expect(missing({ ...whole, questionKo: '왜?' }, 'entry')).toEqual(['questionEn'])
  expect(missing({ ...whole, entry: 'draw' }, 'entry')).toEqual(['maxPeople'])
})

it('sends only what belongs to the kind of event', () => {
  const meetup = bodyOf({ ...whole, prizes: ['5'], entry: 'draw', hasLimit: true, maxPeople: '3' })
  expect(meetup).toMatchObject({ title: { ko: '모임' }, entry: 'draw', drawMinutesBefore: 60, maxPeople: 3 })
  expect(meetup).not.toHaveProperty('prizes')
  const sold = bodyOf({
    ...whole,
    eligibility: 'tickets',
    entry: 'draw',
    tickets: [{ ...NEW_TICKET, ko: '일반', en: 'Standard', price: '5', quantity: '9' }],
  })
  expect(sold).toMatchObject({ entry: 'first', tickets: [{ price: 5, quantity: 9 }] })
  expect(bodyOf({ ...whole, type: 'challenge', prizes: ['50', ''] })).toMatchObject({ prizes: [50] })
  expect([needsReview(whole), needsReview({ ...whole, type: 'challenge' })]).toEqual([false, true])
})

it('has the plugin of a meetup, once its form is complete', () => {
  const plugin = {
    install: 'x-a',
    name: { ko: '투표', en: 'Poll' },
    texts: { question: '' },
    form: { question: '' },
    isComplete: false,
  }
  expect(missing({ ...whole, plugin }, 'place')).toEqual(['plugin'])
  const done = { ...whole, plugin: { ...plugin, form: { question: '어디?' }, isComplete: true } }
  expect(missing(done, 'place')).toEqual([])
  expect(bodyOf(done)).toMatchObject({ plugin: { install: 'x-a', form: { question: '어디?' } } })
  expect(missing({ ...whole, type: 'challenge', plugin }, 'place')).toEqual([])
  expect(bodyOf({ ...done, type: 'challenge' })).not.toHaveProperty('plugin')
})

it('keeps a draft over a reload and ignores a broken one', () => {
  const slot = draftSlot('mina', '')
  keepDraft(slot, whole)
  expect(keptDraft(slot)).toEqual(whole)
  localStorage.setItem(slot, '{')
  expect(keptDraft(slot)).toBeNull()
  keepDraft(slot, null)
  expect(localStorage.length).toBe(0)
})

it('keeps the drafts of other people and of copied events apart', () => {
  keepDraft(draftSlot('mina', ''), whole)
  expect(keptDraft(draftSlot('theo', ''))).toBeNull()
  expect(keptDraft(draftSlot('mina', 'e1'))).toBeNull()
  localStorage.clear()
})

it('takes collections and single items together, and reads the item of an address', () => {
  const id = '01900000-0000-7000-8000-00000000000a'
  expect(itemIdIn(`https://witverse.example/market/detail?id=${id.toUpperCase()}&meetupId=x`)).toBe(id)
  expect(itemIdIn('lighthouse')).toBeNull()
  const owners = { ...whole, eligibility: 'items' as const }
  expect(missing(owners, 'entry')).toEqual(['collections'])
  const items = [{ id, ko: '등대', en: 'Lighthouse' }]
  expect(missing({ ...owners, items }, 'entry')).toEqual([])
  expect(bodyOf({ ...owners, items, collections: ['c1'] }).items).toEqual([
    { id: 'c1', isCollection: true },
    { id, isCollection: false },
  ])
})
