import { afterEach, expect, it } from 'vitest'
import { event, place, renderEvents } from '../testing/pages'
import DetailPage from './DetailPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

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
