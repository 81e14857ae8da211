import { list, person } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Participant } from '../api/types'
import { event, renderEvents } from '../testing/pages'
import ConsolePage from './ConsolePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const participant = (name: string, facts: Partial<Participant> = {}): Participant => ({
  person: person(name),
  isOwn: false,
  state: 'taken',
  joinedAt: `2026-01-01T00:00:00.${name.length}Z`,
  checkedInAt: null,
  placeId: `p-${name}`,
  ticketId: null,
  answer: null,
  paidHundredths: 0,
  ...facts,
})

async function open(answers: Record<string, unknown>, phase: 'in' | 'post' = 'in') {
  const page = await renderEvents(<ConsolePage />, {
    path: '/event/console/e1',
    route: '/event/console/:id',
    answers: { 'GET /api/v3/events/e1': { payload: event({ isOwn: true, phase }) }, ...answers },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('finds a person by nickname, over empty pages, and lets them in without a code', async () => {
  const asked: (string | null)[][] = []
  const sent: unknown[] = []
  const page = await open({
    'GET /api/v3/events/e1/participants': (_: unknown, request: Request) => {
      const query = new URL(request.url).searchParams
      asked.push([query.get('q'), query.get('cursor')])
      if (query.get('q') === null) return list(participant('theo'))
      return query.get('cursor') === null
        ? { payload: { items: [], nextCursor: 'more' } }
        : list(participant('hana'), participant('hanna', { checkedInAt: '2026-01-01T00:00:00Z' }))
    },
    'POST /api/v3/events/e1/check-in': (body: unknown) => {
      sent.push(body)
      return { payload: participant('hana') }
    },
  })
  expect(page.shown()).toContain('theo')
  await page.fill({ q: 'han' })
  await page.until(() => page.shown().includes('hana'))
  expect(page.shown()).not.toContain('theo')
  expect(asked).toEqual([
    [null, null],
    ['han', null],
    ['han', 'more'],
  ])
  expect(() => page.named('Let in without a code: hanna')).toThrow()
  await page.click(page.named('Let in without a code: hana'))
  expect(page.shown()).toContain('it is recorded that no code was used')
  await page.click(page.named('Let in without a code'))
  await page.settle()
  expect(sent).toEqual([{ placeId: 'p-hana' }])
  expect(page.toast()).toBe('Welcome, hana!')
})

it('says that a search has no result, and lets no one in after the end', async () => {
  const page = await open(
    {
      'GET /api/v3/events/e1/participants': (_: unknown, request: Request) =>
        new URL(request.url).searchParams.get('q') === null ? list(participant('theo')) : list(),
    },
    'post',
  )
  expect(() => page.named('Let in without a code: theo')).toThrow()
  await page.fill({ q: 'zz' })
  await page.until(() => page.shown().includes('No participant has “zz” in the nickname.'))
})
