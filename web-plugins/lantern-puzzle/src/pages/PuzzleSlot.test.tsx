import type { GameListener, GameSlotData } from '@witverse/sdk'
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { CELLS, pressed } from '../puzzle/board'
import PuzzleSlot from './PuzzleSlot'

let listener: GameListener
let leave = async () => undefined as unknown
beforeEach(() => sessionStorage.clear())
afterEach(() => leave())

const room = (change: Partial<GameSlotData> = {}): GameSlotData => ({
  ...{ game: 'lantern-puzzle', blockId: 'b1', worldName: 'agora', roomId: 'blocks:b1', isModerator: false },
  subscribe: (given) => {
    listener = given
    return () => undefined
  },
  people: {
    get: () => ({ self: null, members: new Map(), lines: [], feelings: [] }),
    subscribe: () => () => undefined,
  },
  serverNow: () => 0,
  highlight: vi.fn(),
  walkTo: vi.fn(() => true),
  trial: null,
  ...change,
})

/** A board that one press of the first lantern solves. */
const run = {
  ...{ runId: 'r1', board: pressed(2 ** CELLS - 1, 0) },
  ...{ startedAt: '2026-11-24T00:00:00Z', elapsedMs: 1_000, limitMs: 600_000 },
}

async function open(data = room(), answers: Record<string, unknown> = {}) {
  const page = await renderPlugin(<PuzzleSlot close={() => undefined} data={data} />, {
    ...{ id: 'lantern-puzzle', texts: { ko, en } },
    answers: {
      'GET /api/v3/blocks/b1/puzzle': { payload: { run: null } },
      'GET /api/v3/blocks/b1/puzzle/times': list(),
      'GET /api/v3/blocks/b1/puzzle/reviews': list(),
      ...answers,
    },
  })
  leave = page.unmount
  return page
}

it('shows nothing in a room with another game', async () => {
  const page = await open(room({ game: 'lantern-race' }))
  expect(page.container.textContent).toBe('')
})

it('starts a puzzle, sends the log when all lanterns are lit, and shows the time', async () => {
  const solved = { runId: 'r1', timeMs: 12_345, isBest: true, isPending: false }
  const finish = vi.fn((_: unknown) => ({ payload: solved }))
  const page = await open(room(), {
    'POST /api/v3/blocks/b1/puzzle': { payload: run },
    'POST /api/v3/blocks/b1/puzzle/r1/finish': finish,
  })
  expect(page.shown()).toContain(en.rules)
  await page.click(page.named(en.start))
  await page.settle()
  await page.click(page.named('Row 1, column 2, dark'))
  await page.click(page.named('Row 1, column 2, lit'))
  expect(page.shown()).toContain('2 presses')
  await page.click(page.named('Row 1, column 1, dark'))
  await page.settle()
  const [sent] = finish.mock.calls[0] as [{ presses: { cell: number; atMs: number }[] }]
  expect(sent.presses.map((press) => press.cell)).toEqual([1, 1, 0])
  expect(sent.presses.every((press) => press.atMs >= 1_000)).toBe(true)
  expect(page.shown()).toContain('00:12.345: your best time!')
  expect(page.named(en.again)).toBeTruthy()
})

it('keeps the presses over a reload and offers to send them again', async () => {
  const refused = () => new Response('{}', { status: 503 })
  const first = await open(room(), { 'GET /api/v3/blocks/b1/puzzle': { payload: { run } } })
  await first.click(first.named('Row 5, column 5, lit'))
  await first.unmount()
  const finish = vi.fn(refused)
  const page = await open(room(), {
    'GET /api/v3/blocks/b1/puzzle': { payload: { run } },
    'POST /api/v3/blocks/b1/puzzle/r1/finish': finish,
  })
  expect(page.shown()).toContain('1 press')
  await page.click(page.named('Row 5, column 5, dark'))
  await page.click(page.named('Row 1, column 1, dark'))
  await page.settle()
  expect(finish).toHaveBeenCalled()
  expect(page.shown()).toContain(en.notSent)
  expect(page.named(en.sendAgain)).toBeTruthy()
})

it('moves between lanterns with the arrow keys', async () => {
  const page = await open(room(), { 'GET /api/v3/blocks/b1/puzzle': { payload: { run } } })
  const first = page.named('Row 1, column 1, dark') as HTMLButtonElement
  first.focus()
  await page.during(() =>
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
  )
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Row 2, column 1, dark')
})

it('lists the best times again after an event of the room', async () => {
  const times = [list(), list({ person: person('theo'), timeMs: 31_000, achievedAt: '2026-11-24T00:00:00Z' })]
  const page = await open(room(), { 'GET /api/v3/blocks/b1/puzzle/times': () => times.shift() })
  expect(page.shown()).toContain(en.none)
  await page.during(() => listener.onEvent?.('lantern-puzzle.changed', {}))
  await page.settle()
  expect(page.shown()).toContain('00:31.000')
})

it('lets moderators watch a run and decide', async () => {
  const review = {
    ...{ runId: 'r2', person: person('theo'), timeMs: 900, board: run.board, suspicion: 'tooFast' },
    ...{ presses: [{ cell: 0, atMs: 20 }], foundAt: '2026-11-24T00:00:00Z' },
  }
  const reject = vi.fn(() => ({ payload: { runId: 'r2', isAccepted: false } }))
  const page = await open(room({ isModerator: true }), {
    'GET /api/v3/blocks/b1/puzzle/reviews': list(review),
    'POST /api/v3/blocks/b1/puzzle/r2/reject': reject,
  })
  expect(page.shown()).toContain(en.review.tooFast)
  await page.click(page.named('Watch the run of theo'))
  await page.click(page.named(en.review.play))
  await page.until(() => page.shown().includes('00:00.020, press 1'))
  await page.click(page.named('Close'))
  await page.click(page.named('Reject the time of theo'))
  await page.settle()
  expect(reject).toHaveBeenCalled()
})
