// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { type Draft, NEW_DRAFT } from './draft'
import { DRAFTS_MAX, draftSlot, draftsOf, isDraftId, keepDraft, keptDraft } from './drafts'

const titled = (titleKo: string): Draft => ({ ...NEW_DRAFT, titleKo })

beforeEach(() => localStorage.clear())

it('keeps a draft over a reload and ignores a broken one', () => {
  const slot = draftSlot('mina', 'a')
  keepDraft(slot, titled('모임'))
  expect(keptDraft(slot)).toEqual(titled('모임'))
  localStorage.setItem(slot, '{')
  expect(keptDraft(slot)).toBeNull()
  expect(draftsOf('mina')).toEqual([])
  keepDraft(slot, null)
  expect(localStorage.length).toBe(0)
})

it('lists the drafts of a person, the last changed first', () => {
  keepDraft(draftSlot('mina', 'a'), titled('첫째'), 1_000)
  keepDraft(draftSlot('mina', 'b'), titled('둘째'), 2_000)
  keepDraft(draftSlot('theo', 'c'), titled('남'), 3_000)
  // Opened, and not changed.
  keepDraft(draftSlot('mina', 'a'), titled('첫째'), 4_000)
  expect(draftsOf('mina').map(({ id }) => id)).toEqual(['b', 'a'])
  keepDraft(draftSlot('mina', 'a'), titled('첫째 모임'), 5_000)
  expect(draftsOf('mina').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(draftsOf('')).toEqual([])
})

it('keeps nothing for a draft without an entry', () => {
  const slot = draftSlot('mina', 'a')
  keepDraft(slot, NEW_DRAFT)
  expect(localStorage.length).toBe(0)
  keepDraft(slot, titled('모임'))
  keepDraft(slot, NEW_DRAFT)
  expect(localStorage.length).toBe(0)
})

it('takes over the draft of an earlier version, and those of copied events', () => {
  localStorage.setItem('witverse.events.draft.mina', JSON.stringify(titled('예전')))
  localStorage.setItem('witverse.events.draft.mina.e1', JSON.stringify(titled('복사')))
  localStorage.setItem('witverse.events.draft.theo', JSON.stringify(NEW_DRAFT))
  const drafts = draftsOf('mina')
  expect(drafts.map(({ draft }) => draft.titleKo)).toEqual(['예전', '복사'])
  expect(drafts[1]?.id).toBe('e1')
  expect(draftsOf('mina')).toHaveLength(2)
  expect(draftsOf('theo')).toEqual([])
  expect(localStorage.getItem('witverse.events.draft.theo')).toBeNull()
})

it('takes ids from addresses only in their form', () => {
  expect([crypto.randomUUID(), 'e1', 'a.b', '', 'x'.repeat(41)].map(isDraftId)).toEqual([
    ...[true, true, false, false, false],
  ])
  expect(DRAFTS_MAX).toBe(10)
})
