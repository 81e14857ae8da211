import { afterEach, expect, it } from 'vitest'
import { renderEvents } from '../testing/pages'
import { type Draft, NEW_DRAFT } from './draft'
import { PreviewStep } from './PreviewStep'

let leave = async () => undefined as unknown
afterEach(() => leave())

const block = { blockId: 'b1', title: { ko: '홀', en: 'Hall' }, worldName: 'agora' }
const DRAFT: Draft = {
  ...NEW_DRAFT,
  titleKo: '달빛 모임',
  titleEn: 'Moonlight meetup',
  descriptionKo: '만나요',
  descriptionEn: 'Let us meet.',
  imageId: 'f1',
  imageUrl: '/files/f1',
  blockId: 'b1',
  startsAt: '2026-12-01T10:00:00Z',
  hasLimit: true,
  questionKo: '왜 오시나요?',
  questionEn: 'Why do you come?',
  noShowMinutes: '15',
}

async function open(changes: Partial<Draft>, at: object = block) {
  const page = await renderEvents(<PreviewStep draft={{ ...DRAFT, ...changes }} />, {
    answers: {
      'GET /api/v3/blocks/b1': { payload: at },
    },
  })
  leave = page.unmount
  return page
}

it('shows a meetup for owners of items, in both languages', async () => {
  const page = await open({
    eligibility: 'items',
    entry: 'draw',
    gates: [
      { id: 'c1', isCollection: true, ko: '밤', en: 'Night' },
      { id: 'i1', isCollection: false, ko: '등불', en: 'Lantern' },
    ],
  })
  for (const text of [
    'Moonlight meetup',
    'Hall · agora',
    'Up to 20 people',
    'Places are drawn',
    '60 minutes before the start',
    'Night, Lantern',
    'Why do you come?',
    'not checked in 15 minutes after',
  ]) {
    expect(page.shown()).toContain(text)
  }
  expect(document.querySelector('.wv-card-picture img')?.getAttribute('src')).toContain('/files/f1')
  await page.click(document.querySelector('input[name=shown][value=ko]'))
  for (const text of ['달빛 모임', '홀 · agora', '밤, 등불', '왜 오시나요?']) {
    expect(page.shown()).toContain(text)
  }
})

it('shows the tickets, the attempts and the prizes of a challenge', async () => {
  const ticket = { ko: '일반', en: 'Standard', textKo: '', textEn: 'A seat', price: '30', quantity: '5' }
  const page = await open({
    type: 'challenge',
    blockId: 'gone',
    eligibility: 'tickets',
    entry: 'approval',
    tickets: [ticket, { ...ticket, en: 'Free seat', price: '0' }],
    scoring: 'sum',
    prizes: ['100', '50'],
  })
  for (const text of [
    'Standard',
    'A seat',
    'Quantity: 5',
    'Free · ',
    'first come, first served',
    'Sum of attempts',
    'No. 2',
    'This block no longer exists',
    'an administrator of the world has approved it',
  ]) {
    expect(page.shown()).toContain(text)
  }
  expect(page.shown()).toMatch(/Prize money held when you create the event:\D*150/)
})

it('shows the length of the races that count, if the game of the block has laps', async () => {
  const raced = { ...block, game: 'lantern-race' }
  const text = 'Races of 3 laps'
  const page = await open({ type: 'challenge', laps: '3' }, raced)
  expect(page.shown()).toContain(text)
  await page.unmount()
  const other = await open({ type: 'challenge', laps: '3' }, { ...block, game: 'lantern-puzzle' })
  expect(other.shown()).not.toContain(text)
})
