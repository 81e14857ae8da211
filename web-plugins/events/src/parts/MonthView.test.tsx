import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { event, renderEvents } from '../testing/pages'
import { MonthView } from './MonthView'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('reads further pages of a month, and the rest of a busy one when it is asked for', async () => {
  const cursors: number[] = []
  const shown: string[] = []
  const pages = 12
  const page = await renderEvents(
    <MonthView month="2026-12" onMonth={() => {}} filter={{ q: '', type: 'all' }} />,
    {
      answers: {
        'GET /api/v3/events': (_: unknown, request: Request) => {
          const at = Number(new URL(request.url).searchParams.get('cursor') ?? '0')
          cursors.push(at)
          shown.push(document.body.textContent ?? '')
          const found = event({
            eventId: `e${at}`,
            startsAt: '2026-12-24T10:00:00Z',
            endsAt: '2026-12-24T11:00:00Z',
          })
          return at + 1 < pages ? { payload: { items: [found], nextCursor: String(at + 1) } } : list(found)
        },
      },
    },
  )
  leave = page.unmount
  await page.until(() => page.shown().includes('Events shown so far: 10.'))
  expect(cursors).toHaveLength(10)
  expect(shown.at(-1)).toContain('Loading the rest…')
  await page.click(document.querySelector('.wv-more'))
  await page.until(() => document.querySelectorAll('.ev-days a').length === pages)
  expect(page.shown()).not.toContain('so far')
})
