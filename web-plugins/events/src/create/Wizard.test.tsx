import { list, problem } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { event, renderEvents } from '../testing/pages'
import { type Draft, NEW_DRAFT } from './draft'
import { keptDraft } from './drafts'
import { Wizard } from './Wizard'

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

const block = (blockId: string, facts: object = {}) => ({
  ...{ blockId, blockName: 'hall', title: { ko: '홀', en: 'Hall' }, worldName: 'agora' },
  ...{ type: 'social', game: null, ...facts },
})
const run = block('b2', { title: { ko: '경주', en: 'Lantern run' }, type: 'game', game: 'lantern-race' })
const DRAFT: Draft = {
  ...NEW_DRAFT,
  ...{ titleKo: '모임', titleEn: 'Meetup', descriptionKo: '글', descriptionEn: 'text', blockId: 'b1' },
  startsAt: new Date(Date.now() + 86_400_000).toISOString(),
}

async function open(changes: Partial<Draft>, answers: Record<string, unknown> = {}) {
  const page = await renderEvents(<Wizard initial={{ ...DRAFT, ...changes }} slot="slot" />, {
    answers: {
      'GET /api/v2/worlds/my': { payload: { hasWorld: true, world: { worldName: 'agora' } } },
      'GET /api/v3/worlds/agora/blocks': list(block('b1'), run),
      'GET /api/v3/blocks/visited': list(block('b3', { title: { ko: '카페', en: 'Café' } })),
      'GET /api/v3/worlds': list({ worldName: 'reef' }, { worldName: 'closed' }),
      'GET /api/v3/worlds/reef/blocks': list(
        block('b9', { title: { ko: '동굴', en: 'Grotto' }, worldName: 'reef' }),
      ),
      'GET /api/v3/worlds/closed/blocks': () => problem(403, 'world_members_only'),
      'GET /api/v3/blocks/b1': { payload: block('b1') },
      'GET /api/v3/blocks/b2': { payload: run },
      'GET /api/v2/collections/official': list(),
      'GET /api/v2/collections/mine': list({ collectionId: 'c1', name: { ko: '밤', en: 'Night' } }),
      ...answers,
    },
  })
  leave = page.unmount
  const next = async (times = 1) => {
    for (let at = 0; at < times; at += 1) {
      await page.click(page.named('Next'))
      await page.settle()
    }
  }
  return { ...page, next }
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
const noteOf = (name: string) =>
  field(name)?.closest('.wv-field')?.querySelector('.wv-field-note')?.textContent

it('goes to the step of a field that the server refuses, shows its text there, and focuses it', async () => {
  const language = { ko: '시작 시각은 지금보다 뒤여야 합니다.', en: 'The start must be in the future.' }
  const page = await open(
    { noShowMinutes: '15' },
    {
      'POST /api/v3/events': () =>
        problem(422, 'validation_failed', {
          fields: [{ field: 'noShowMinutes', message: language.en, language }],
        }),
    },
  )
  await page.next(3)
  await page.click(page.named('Create the event'))
  await page.settle()
  expect(noteOf('noShowMinutes')).toBe(language.en)
  expect(document.activeElement).toBe(field('noShowMinutes'))
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(noteOf('noShowMinutes')).toBe(language.ko)
  await page.fill({ noShowMinutes: '16' })
  expect(noteOf('noShowMinutes')).not.toBe(language.ko)
})

it('keeps what was refused in one field while another changes', async () => {
  const fields = ['noShowMinutes', 'question.ko'].map((name) => ({ field: name, message: 'Not this.' }))
  const page = await open(
    { noShowMinutes: '15', questionKo: '왜?', questionEn: 'Why?' },
    { 'POST /api/v3/events': () => problem(422, 'validation_failed', { fields }) },
  )
  await page.next(3)
  await page.click(page.named('Create the event'))
  await page.settle()
  expect([noteOf('noShowMinutes'), noteOf('questionKo')]).toEqual(['Not this.', 'Not this.'])
  await page.fill({ noShowMinutes: '16' })
  await page.settle()
  expect(noteOf('noShowMinutes')).not.toBe('Not this.')
  expect(noteOf('questionKo')).toBe('Not this.')
})

it('does not go on with a prize that is missing between others', async () => {
  const page = await open({ type: 'challenge', blockId: 'b2', prizes: ['', '30'] })
  await page.next(3)
  expect(noteOf('prize-0')).toBe('Enter a prize for this rank, or clear the ranks below it.')
  expect(document.activeElement).toBe(field('prize-0'))
  await page.fill({ 'prize-0': '50' })
  expect(noteOf('prize-0')).toBe('')
  await page.next()
  expect(page.shown()).toContain('Prize money held')
})

it('offers own and visited blocks, and only game blocks for a challenge', async () => {
  const page = await open({})
  await page.next()
  const options = () => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent)
  const toggle = () => document.querySelector('[aria-label^="Block:"].is-toggle')
  await page.click(toggle())
  await page.until(() => options().length === 3)
  expect(options().join()).toMatch(/Hall.*Lantern run.*Café/)
  expect(page.named('Open Hall (agora) in a new tab').getAttribute('href')).toBe('/agora/hall')
  // Blocks of a world that is found by its name; one that is closed to the caller has none.
  await page.fill({ blockId: 'reef' })
  await page.until(() => options().join().includes('Grotto'))
  expect(options()).toHaveLength(1)
  await page.unmount()
  const other = await open({ type: 'challenge' })
  await other.next(2)
  expect(noteOf('blockId')).toContain('neither the lantern race nor the lantern puzzle')
  await other.click(toggle())
  await other.until(() => options().length === 1)
  expect(options().join()).toContain('Lantern run')
})

it('offers the charge page if the prizes cost more than the organiser has', async () => {
  const page = await open(
    { type: 'challenge', blockId: 'b2', prizes: ['50', '20'] },
    { 'POST /api/v3/events': () => problem(409, 'insufficient_wit') },
  )
  await page.next(3)
  await page.click(page.named('Create the event'))
  await page.settle()
  expect(page.modal()).toEqual({ id: 'not-enough-wit', data: { neededHundredths: 7_000 } })
})

it('lets the organiser of a challenge choose the length of the races that count', async () => {
  const sent: unknown[] = []
  const page = await open(
    { type: 'challenge', blockId: 'b2' },
    {
      'POST /api/v3/events': (body: unknown) => {
        sent.push(body)
        return { payload: event() }
      },
    },
  )
  await page.next(2)
  await page.click(document.querySelector('input[name=laps][value="3"]'))
  await page.next()
  expect(page.shown()).toContain('Races of 3 laps')
  await page.click(page.named('Create the event'))
  await page.settle()
  expect(sent).toMatchObject([{ laps: 3 }])
  expect(keptDraft('slot')).toBeNull()
})

it('asks before it deletes a draft', async () => {
  const page = await open({})
  await page.click(page.named('Start over'))
  expect(field('titleEn')?.value).toBe('Meetup')
  expect(page.shown()).toContain('Everything you have entered in this draft is deleted.')
  await page.click(document.querySelector('.wv-modal button.is-danger'))
  await page.settle()
  expect(field('titleEn')?.value).toBe('')
  expect(page.shown()).not.toContain('double-check')
})

it('finds collections and items by name or address', async () => {
  const id = '01900000-0000-7000-8000-00000000000a'
  const name = { ko: '등대', en: 'Lighthouse' }
  const sent: unknown[] = []
  const page = await open(
    { eligibility: 'items' },
    {
      'GET /api/v2/collections/c1': { payload: { collectionId: 'c1', name: { ko: '밤', en: 'Night' } } },
      [`GET /api/v2/items/${id}`]: { payload: { itemId: id, name } },
      'GET /api/v2/collections/search': list(),
      'GET /api/v2/items/search': list({ id: 'x', title: 'Lighthouse', link: `/item/${id}` }),
      'POST /api/v3/events': (body: unknown) => {
        sent.push(body)
        return { payload: event() }
      },
    },
  )
  await page.next(3)
  expect(document.querySelector('.ev-error')?.textContent).toContain('required')
  const pick = async (text: string) => {
    await page.until(() =>
      [...document.querySelectorAll('[role=option]')].some((one) => one.textContent?.includes(text)),
    )
    const option = [...document.querySelectorAll('[role=option]')].find((one) =>
      one.textContent?.includes(text),
    )
    await page.click(option ?? null)
    await page.settle()
  }
  await page.click(document.querySelector('[aria-label^="Add an item"].is-toggle'))
  await pick('Your collection')
  expect(document.querySelector('.ev-gates')?.textContent).toContain('Night Collection')
  await page.fill({ gate: 'light' })
  await pick('Lighthouse')
  expect(document.querySelector('.ev-gates')?.textContent).toContain('Lighthouse Item')
  await page.next()
  await page.click(page.named('Create the event'))
  await page.settle()
  expect(sent).toMatchObject([
    {
      items: [
        { id: 'c1', isCollection: true },
        { id, isCollection: false },
      ],
    },
  ])
})
