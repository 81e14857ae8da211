import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import { event, renderEvents } from '../testing/pages'
import BlockEvents from './BlockEvents'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows the next three events of a block, and leads to all of them', async () => {
  const asked: (string | null)[] = []
  const page = await renderEvents(
    <BlockEvents data={{ blockId: 'b1', worldName: 'agora' }} close={() => undefined} />,
    {
      answers: {
        'GET /api/v3/events': (_: unknown, request: Request) => {
          const query = new URL(request.url).searchParams
          asked.push(query.get('block'), query.get('when'))
          return list(...['e1', 'e2', 'e3', 'e4'].map((eventId) => event({ eventId })))
        },
      },
    },
  )
  leave = page.unmount
  expect(asked).toEqual(['b1', 'upcoming'])
  expect(document.querySelectorAll('a[href^="/event/"]')).toHaveLength(3)
  expect(page.named('Show all').getAttribute('href')).toBe('/block/event?block=b1')
})
