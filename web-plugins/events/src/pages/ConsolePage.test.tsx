import { list, person, problem } from '@witverse/sdk/testing'
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

async function open(answers: Record<string, unknown>, phase: 'pre' | 'in' | 'post' = 'in') {
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

it('names the problem of a new start, and not only that there is one', async () => {
  const language = { ko: '300일', en: 'The start must be within 300 days.' }
  const page = await open(
    {
      'POST /api/v3/events/e1/postpone': () =>
        problem(422, 'validation_failed', {
          fields: [{ field: 'startsAt', message: language.en, language }],
        }),
    },
    'pre',
  )
  await page.click(page.named('Postpone the event'))
  await page.fill({ later: '2030.01.01' })
  await page.click(document.querySelector('.wv-modal button[type=submit]'))
  await page.settle()
  expect(document.querySelector('.wv-modal [role="alert"]')?.textContent).toBe(language.en)
  expect(document.activeElement?.getAttribute('name')).toBe('later')
  expect(page.toast()).toBeUndefined()
})

it('shows the history of places once it is opened', async () => {
  const asked: (string | null)[] = []
  const page = await open({
    'GET /api/v3/events/e1/places/log': (_: unknown, request: Request) => {
      asked.push(new URL(request.url).searchParams.get('mine'))
      const at = '2026-11-27T01:00:00Z'
      return list(
        {
          at,
          kind: 'lost',
          reason: 'cart_expired',
          person: person('theo'),
          quotaName: { ko: '일반', en: 'Seat' },
        },
        { at, kind: 'freed', reason: 'erased', person: null, quotaName: null },
      )
    },
  })
  expect(asked).toEqual([])
  const details = document.querySelector<HTMLDetailsElement>('details.ev-log')
  await page.during(() => {
    if (!details) return
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })
  await page.settle()
  expect(asked).toEqual(['false'])
  for (const text of ['theo', 'Not paid in time', 'Seat', 'Name not available', 'Account deleted']) {
    expect(details?.textContent).toContain(text)
  }
})

it('names a helper who was found by nickname, and removes them', async () => {
  const changes: unknown[] = []
  let helpers = [person('joon')]
  const page = await open({
    'GET /api/v3/events/e1/helpers': () => ({ payload: { items: helpers } }),
    'POST /api/v2/relationship/search': () => ({
      payload: {
        items: [
          { ...person('joon'), state: 'none' },
          { ...person('jooyoung'), state: 'none' },
        ],
      },
    }),
    'POST /api/v3/events/e1/helpers': (body: unknown) => {
      changes.push(body)
      helpers = [...helpers, person('jooyoung')]
      return { payload: { items: helpers } }
    },
    'DELETE /api/v3/events/e1/helpers/u-joon': () => {
      changes.push('removed')
      return { payload: { items: [] } }
    },
  })
  await page.click(page.named('Add a helper'))
  await page.fill({ nickname: 'joo' })
  await page.until(() => page.shown().includes('jooyoung'))
  expect(page.named('Add: joon').hasAttribute('disabled')).toBe(true)
  await page.click(page.named('Add: jooyoung'))
  await page.settle()
  expect(page.toast()).toBe('jooyoung is a helper now.')
  await page.click(page.named('Remove: joon'))
  await page.settle()
  expect(changes).toEqual([{ userId: person('jooyoung').userId }, 'removed'])
})

it('shows a helper the check-in only', async () => {
  const page = await open({
    'GET /api/v3/events/e1': { payload: event({ isOwn: false, isHelper: true, phase: 'in' }) },
    'POST /api/v3/events/e1/check-in': () => problem(409, 'event_checked_in'),
  })
  expect(page.shown()).toContain('Check-in')
  for (const hidden of ['Participants', 'Helpers at the door', 'Postpone', 'End'])
    expect(page.shown()).not.toContain(hidden)
})
