import { expect, it } from 'vitest'
import { event } from '../testing/pages'
import { bodyOf, copyOf, NEW_DRAFT, NEW_TICKET, needsReview } from './draft'
import { problemsOf } from './problems'

const whole = {
  ...NEW_DRAFT,
  titleKo: ' 모임 ',
  titleEn: 'Meetup',
  descriptionKo: '글',
  descriptionEn: 'text',
  blockId: 'b1',
  startsAt: '2026-12-01T10:00:00.000Z',
}

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
  const cup = bodyOf({ ...whole, type: 'challenge', prizes: ['50', ''], noShowMinutes: '15' })
  expect(cup).toMatchObject({ prizes: [50], laps: 1 })
  expect(meetup).not.toHaveProperty('laps')
  expect(cup).not.toHaveProperty('noShowMinutes')
  // The prize of rank 2 never moves up to rank 1.
  expect(bodyOf({ ...whole, type: 'challenge', prizes: ['', '30'] })).toMatchObject({ prizes: [0, 30] })
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
  const wrong = (draft: typeof whole) =>
    problemsOf(draft, 'place', { nowMs: Date.parse('2026-11-27T00:00:00Z') }).map(({ field }) => field)
  expect(wrong({ ...whole, plugin })).toEqual(['plugin'])
  const done = { ...whole, plugin: { ...plugin, form: { question: '어디?' }, isComplete: true } }
  expect(wrong(done)).toEqual([])
  expect(bodyOf(done)).toMatchObject({ plugin: { install: 'x-a', form: { question: '어디?' } } })
  expect(wrong({ ...whole, type: 'challenge', plugin })).toEqual([])
  expect(bodyOf({ ...done, type: 'challenge' })).not.toHaveProperty('plugin')
})

it('sends items and collections without their names', () => {
  const gates = [
    { id: 'c1', isCollection: true, ko: '밤', en: 'Night' },
    { id: 'i1', isCollection: false, ko: '등대', en: 'Lighthouse' },
  ]
  expect(bodyOf({ ...whole, eligibility: 'items', gates }).items).toEqual([
    { id: 'c1', isCollection: true },
    { id: 'i1', isCollection: false },
  ])
  expect(bodyOf({ ...whole, gates }).items).toEqual([])
})

it('copies the plugin of an earlier event and the time of its draw', () => {
  const plugin = { installId: 'x-a', plugin: 'poll', name: { ko: '투표', en: 'Poll' }, result: null }
  const of = event({ plugin: { ...plugin, form: { question: '어디?', votes: 2 } } })
  const copy = copyOf({
    ...of,
    entry: 'draw',
    draw: { at: new Date(Date.parse(of.startsAt) - 90 * 60_000).toISOString(), drawnAt: null, commit: '' },
  })
  expect(bodyOf({ ...copy, hasLimit: true, maxPeople: '3' })).toMatchObject({
    drawMinutesBefore: 90,
    plugin: { install: 'x-a', form: { question: '어디?', votes: 2 } },
  })
  expect(copy.plugin?.texts).toEqual({ question: '어디?', votes: '2' })
})
