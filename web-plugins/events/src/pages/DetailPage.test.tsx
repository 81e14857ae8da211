import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { event, place, renderEvents } from '../testing/pages'
import DetailPage from './DetailPage'

let leave = async () => undefined as unknown
afterEach(async () => {
  vi.restoreAllMocks()
  await leave()
})

async function open(facts: Parameters<typeof event>[0], answers: Record<string, unknown> = {}) {
  const page = await renderEvents(<DetailPage />, {
    path: '/event/e1',
    route: '/event/:id',
    answers: { 'GET /api/v3/events/e1': { payload: event(facts) }, ...answers },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('joins, and offers the waiting list when it is full', async () => {
  const sent: string[] = []
  const answer = (what: string) => () => {
    sent.push(what)
    return { payload: place() }
  }
  const page = await open({}, { 'POST /api/v3/events/e1/apply': answer('apply') })
  expect(page.shown()).toContain('6 left')
  await page.click(page.named('Join'))
  await page.settle()
  await page.unmount()
  const full = { taken: 10, applied: 0, waiting: 2, checkedIn: 0, left: 0 }
  const next = await open({ numbers: full }, { 'POST /api/v3/events/e1/wait': answer('wait') })
  await next.click(next.named('Join the waiting list'))
  await next.settle()
  expect(sent).toEqual(['apply', 'wait'])
})

it('shows the code of a place, and why applications are closed', async () => {
  const page = await open({ place: place(), isJoined: true })
  expect(page.shown()).toContain('ABCDE-12345')
  await page.until(() => document.querySelector('svg.ev-qr') !== null)
  expect(document.querySelector('svg.ev-qr')?.getAttribute('aria-label')).toBe('QR code for the door')
  await page.unmount()
  const over = await open({ phase: 'post', isEntryOpen: false })
  expect(over.shown()).toContain('This event has ended.')
})

it('asks for the answer before a ticket can be bought', async () => {
  const page = await open({
    eligibility: 'tickets',
    question: { ko: '왜?', en: 'Why?' },
    tickets: [
      {
        ticketId: 't1',
        name: { ko: '일반', en: 'Standard' },
        description: { ko: '', en: '' },
        priceHundredths: 5_000,
        quantity: 5,
        left: 5,
      },
    ],
  })
  expect(page.named('Buy')).toHaveProperty('disabled', true)
  await page.fill({ answer: 'to meet' })
  expect(page.named('Buy')).toHaveProperty('disabled', false)
})

it('reads the event again when it starts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const startsMs = Date.now() + 500
  const times = {
    startsAt: new Date(startsMs).toISOString(),
    entryClosesAt: new Date(startsMs).toISOString(),
  }
  const page = await open(
    {},
    {
      'GET /api/v3/events/e1': () => {
        const isStarted = Date.now() >= startsMs
        const facts = { ...times, phase: isStarted ? 'in' : 'pre', isEntryOpen: !isStarted } as const
        return { payload: event({ ...facts, serverNow: new Date().toISOString() }) }
      },
    },
  )
  expect(page.shown()).toContain('Starts in')
  await page.until(() => page.shown().includes('Ends in'))
  expect(page.shown()).toContain('Live now')
})

it('leads to the right world if the address names another one', async () => {
  const page = await renderEvents(<DetailPage />, {
    path: '/elsewhere/event/e1',
    route: '/:worldName/event/:id',
  })
  leave = page.unmount
  await page.settle()
  expect(page.place.path).toBe('/agora/event/e1')
  expect(document.querySelector('.wv-back')?.getAttribute('href')).toBe('/agora/event')
})

it.each([
  [2, 'You were drawn, but you no longer have the place.'],
  [3, 'You were not drawn this time.'],
])('explains a freed place of rank %i of a draw of two', async (rank, text) => {
  const freed = place({ state: 'freed', code: null, rank })
  const page = await open({ entry: 'draw', maxPeople: 2, isEntryOpen: false, place: freed })
  expect(page.shown()).toContain(text)
})

it('offers the refund of a paid place that was freed before the event was postponed', async () => {
  const freed = place({ state: 'freed', code: null, paidHundredths: 5_000, isRefundable: true })
  const page = await open({ place: freed })
  await page.click(page.named('Get a refund'))
  expect(page.shown()).toContain('The WIT go back to the person who paid for it')
})

it('transfers a place to a friend found by nickname, and shows an error of the list', async () => {
  let isBroken = true
  const sent: unknown[] = []
  const page = await open(
    { place: place(), isJoined: true },
    {
      'GET /api/v2/relationship/get/friends': () =>
        isBroken ? problem(503, 'unavailable') : list(person('theo')),
      'POST /api/v2/relationship/search': (body: unknown) => {
        sent.push(body)
        return {
          payload: {
            items: [
              { ...person('hana'), state: 'friends' },
              { ...person('hanna'), state: 'none' },
            ],
          },
        }
      },
      'POST /api/v3/events/e1/transfer': (body: unknown) => {
        sent.push(body)
        return { payload: place() }
      },
    },
  )
  await page.click(page.named('Transfer to a friend'))
  await page.settle()
  isBroken = false
  await page.click(page.named('Try again'))
  await page.settle()
  expect(document.querySelector('.wv-modal .ev-people')?.textContent).toContain('theo')
  await page.fill({ q: 'han' })
  await page.until(() => page.shown().includes('hana'))
  expect(page.shown()).not.toContain('hanna')
  await page.click(page.named('Give'))
  await page.settle()
  expect(sent).toEqual([{ searchData: 'han' }, { userId: 'u-hana' }])
})

it('stops an event of another person with a reason, and shows the reason afterwards', async () => {
  const sent: unknown[] = []
  const page = await open(
    { canStop: true },
    {
      'POST /api/v3/events/e1/stop': (body: unknown) => {
        sent.push(body)
        return { payload: event({ phase: 'cancelled', stopReason: 'A fraud.' }) }
      },
    },
  )
  await page.click(page.named('Stop the event'))
  const confirm = () => document.querySelector('[role=dialog] button.is-danger')
  await page.until(() => confirm() !== null)
  await page.click(confirm())
  await page.settle()
  expect(sent).toEqual([])
  expect(document.activeElement?.getAttribute('name')).toBe('reason')
  await page.fill({ reason: 'A fraud.' })
  await page.click(confirm())
  await page.settle()
  expect(sent).toEqual([{ reason: 'A fraud.' }])
  await page.unmount()
  const stopped = await open({ phase: 'cancelled', stopReason: 'A fraud.', isOwn: true })
  expect(stopped.shown()).toContain('A fraud.')
  await stopped.unmount()
  const plain = await open({})
  expect(plain.shown()).not.toContain('Stop the event')
})

it('shows what a challenge counts and how many attempts are left', async () => {
  const ranking = {
    ...{ eventId: 'e1', scoring: 'best', attempts: 3, top: [], around: [] },
    ...{ ownAttempts: 2, hasPending: false, isFinal: false },
  }
  const page = await open(
    { type: 'challenge', attempts: 3, scoring: 'best', laps: 2, place: place(), isJoined: true },
    { 'GET /api/v3/events/e1/ranking': { payload: ranking } },
  )
  expect(page.shown()).toContain('Races of 2 laps, on the course as it is when the event starts')
  expect(page.shown()).toContain('A run uses an attempt when it starts, even if you give up.')
  expect(page.shown()).toContain('You have 1 of 3 left.')
})
