import { expect, it } from 'vitest'
import { event, place } from '../testing/pages'
import { delayOf, nextChange } from './next-change'

const at = (text: string) => Date.parse(`2026-12-01T${text}:00Z`)
const day = { startsAt: '2026-12-01T10:00:00Z', endsAt: '2026-12-01T11:00:00Z' }
const before = { ...day, entryClosesAt: '2026-12-01T09:00:00Z' }
const draw = { at: '2026-12-01T09:00:00Z', drawnAt: null, commit: 'x' }

it.each([
  ['the entries close', { ...before }, at('09:00')],
  ['it starts', { ...before, isEntryOpen: false }, at('10:00')],
  ['it is drawn', { ...before, isEntryOpen: false, draw }, at('09:00')],
  ['a request lapses', { ...before, phase: 'requested', isEntryOpen: false }, at('10:00')],
  ['it ends', { ...day, phase: 'in', isEntryOpen: false }, at('11:00')],
  [
    'a hold expires',
    { ...before, place: place({ state: 'cart', heldUntil: '2026-12-01T08:15:00Z' }) },
    at('08:15'),
  ],
  ['nothing follows', { ...day, phase: 'post', isEntryOpen: false }, null],
] as const)('knows when %s', (_, facts, expected) => expect(nextChange(event(facts))).toBe(expected))

it('spreads the reads, and reads a change again that the server does not show yet', () => {
  expect(delayOf(at('10:00'), at('09:59'), 0, 0.5)).toBe(61_500)
  expect(delayOf(at('10:00'), at('10:00'), 0, 0)).toBe(5_000)
  expect(delayOf(at('10:00'), at('10:01'), 2, 1)).toBe(23_000)
  expect(delayOf(at('10:00'), at('10:01'), 30, 0)).toBe(60_000)
  expect(delayOf(at('10:00') + 40 * 86_400_000, at('10:00'), 0, 1)).toBe(2_147_483_647)
})
