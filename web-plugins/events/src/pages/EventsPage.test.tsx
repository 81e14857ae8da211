import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { event, place, renderEvents } from '../testing/pages'
import EventsPage from './EventsPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const own = (eventId: string, phase: 'pre' | 'post', en: string) =>
  event({ eventId, phase, title: { ko: en, en } })

it('shows all own events, with the past ones, and copies one', async () => {
  const page = await renderEvents(<EventsPage />, {
    path: '/event',
    answers: {
      'GET /api/v3/events': list(),
      'GET /api/v3/meetup/ranking': list(),
      'GET /api/v3/events/mine/joined': list({ event: own('j1', 'post', 'Long ago'), place: place() }),
      'GET /api/v3/events/mine/organised': (_: unknown, request: Request) =>
        new URL(request.url).searchParams.get('cursor') === null
          ? { payload: { items: [own('e2', 'pre', 'Next one')], nextCursor: 'more' } }
          : list(own('e3', 'post', 'Last one')),
    },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).not.toContain('Long ago')
  await page.click(page.named('Your events: Show all'))
  await page.settle()
  expect(page.shown()).toContain('Next one')
  await page.click(document.querySelector('.wv-more'))
  await page.until(() => page.shown().includes('Last one'))
  const copies = [...document.querySelectorAll('a[href*="copy="]')].map((one) => one.getAttribute('href'))
  expect(copies).toEqual(['/event/create?copy=e2', '/event/create?copy=e3'])
  await page.click(document.querySelector('input[name=mine][value=joined]'))
  await page.until(() => page.shown().includes('Long ago'))
})
