// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { AuthorizedFetch } from './authorized-fetch'
import { openLive, waitMs } from './live'
import { createEventParser, type StreamEvent } from './sse'

describe('event stream', () => {
  it('reads events that arrive in pieces, and skips comments', () => {
    const seen: StreamEvent[] = []
    const feed = createEventParser((event) => seen.push(event))
    for (const piece of [': keep\n\nid: 4\nev', 'ent: a.b\ndata: {"x":', '1}\n', '\nevent: reset\ndata:\n\n'])
      feed(piece)
    expect(seen).toEqual([
      { id: '4', kind: 'a.b', data: '{"x":1}' },
      { id: '4', kind: 'reset', data: '' },
    ])
  })
})

describe('live channel', () => {
  it('waits longer each time, up to half a minute', () => {
    expect([0, 1, 2, 10].map((attempt) => waitMs(attempt, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000])
    expect(waitMs(0, () => 0)).toBe(750)
  })

  it('resumes after the last event and reports a reset', async () => {
    vi.useFakeTimers()
    const asked: (string | null)[] = []
    const stream = vi.fn(async (request: Request) => {
      asked.push(request.headers.get('last-event-id'))
      return new Response('id: 9\nevent: hello\ndata: {"n":1}\n\nevent: reset\ndata: {}\n\n')
    })
    const onEvent = vi.fn()
    const onReset = vi.fn()
    const fetch = Object.assign(vi.fn(), { stream }) as unknown as AuthorizedFetch
    const close = openLive({ fetch, url: 'http://witverse.test/api/live', onEvent, onReset })
    await vi.advanceTimersByTimeAsync(1_500)
    close()
    vi.useRealTimers()
    expect(asked).toEqual([null, '9'])
    expect(onEvent).toHaveBeenCalledWith({ kind: 'hello', data: { n: 1 } })
    expect(onReset).toHaveBeenCalled()
  })
})
