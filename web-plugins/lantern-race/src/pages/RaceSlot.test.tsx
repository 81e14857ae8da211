import type { GameListener, GameSlotData } from '@witverse/sdk'
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { race, runner } from '../testing/race'
import RaceSlot from './RaceSlot'

let now = 0
let listener: GameListener
let leave = async () => undefined as unknown
beforeEach(() => {
  now = 0
})
afterEach(() => leave())

const room = (change: Partial<GameSlotData> = {}): GameSlotData => ({
  ...{ game: 'lantern-race', blockId: 'b1', worldName: 'agora', roomId: 'blocks:b1', isModerator: false },
  subscribe: (given) => {
    listener = given
    return () => undefined
  },
  people: {
    get: () => ({ self: null, members: new Map(), lines: [], feelings: [] }),
    subscribe: () => () => undefined,
  },
  serverNow: () => now,
  highlight: vi.fn(),
  walkTo: vi.fn(() => true),
  trial: null,
  ...change,
})

async function open(latest: unknown, data = room(), answers: Record<string, unknown> = {}) {
  const page = await renderPlugin(<RaceSlot close={() => undefined} data={data} />, {
    ...{ id: 'lantern-race', texts: { ko, en } },
    answers: {
      'GET /api/v3/blocks/b1/race': { payload: { race: latest } },
      'GET /api/v3/blocks/b1/race/times': list(),
      'GET /api/v3/blocks/b1/race/reviews': list(),
      ...answers,
    },
  })
  leave = page.unmount
  return page
}

it('shows nothing in a room with another game', async () => {
  const page = await open(null, room({ game: 'chess' }))
  expect(page.container.textContent).toBe('')
})

it('starts a race and follows the events of the room', async () => {
  const start = vi.fn(() => ({ payload: race() }))
  const page = await open(null, room(), { 'POST /api/v3/blocks/b1/race': start })
  expect(page.shown()).toContain(en.rules)
  await page.click(page.named(en.start))
  await page.settle()
  expect(start).toHaveBeenCalledWith({ laps: 1 }, expect.anything())
  expect(page.shown()).toContain('The race starts in 10 s. Get to the start.')
  const both = race({ runners: [runner('mina'), runner('theo')] })
  await page.during(() => listener.onEvent?.('lantern-race.changed', both))
  await page.settle()
  expect(page.shown()).toContain('theo')
})

it('an answer that was under way during an event does not replace it', async () => {
  const both = race({ runners: [runner('mina'), runner('theo')] })
  let answer: (latest: unknown) => void = () => undefined
  const late = new Promise((resolve) => {
    answer = resolve
  })
  const answers = [late, { payload: { race: both } }]
  const page = await open(null, room(), { 'GET /api/v3/blocks/b1/race': () => answers.shift() })
  await page.during(() => listener.onEvent?.('lantern-race.changed', both))
  answer({ payload: { race: null } })
  await page.until(() => answers.length === 0)
  await page.settle()
  expect(page.shown()).toContain('theo')
})

it('marks the next lantern, walks there, and shows the time at the end', async () => {
  now = 20_000
  const data = room()
  const page = await open(race({ runners: [runner('mina', { passed: 1 })] }), data)
  expect(page.shown()).toContain('Lantern 1 of 2')
  expect(data.highlight).toHaveBeenLastCalledWith(['a'])
  await page.click(page.named(en.walk))
  expect(data.walkTo).toHaveBeenCalledWith('a')
  const mina = runner('mina', { state: 'finished', passed: 4, timeMs: 32_123, rank: 1, isBest: true })
  const ended = race({ state: 'ended', endReason: 'finished', runners: [mina] })
  await page.during(() => listener.onEvent?.('lantern-race.changed', ended))
  await page.settle()
  expect(page.shown()).toContain('You won in 00:32.123!')
  expect(page.named(en.again)).toBeTruthy()
  expect(data.highlight).toHaveBeenLastCalledWith([])
})

it('says after a false start what to do', async () => {
  now = 14_000
  const page = await open(race({ runners: [runner('mina', { falseStarts: 1 })] }))
  expect(page.shown()).toContain(en.falseStart)
})

it('says why a race was stopped, and lists the best times', async () => {
  const best = { person: person('theo'), timeMs: 31_000, achievedAt: '2026-11-24T00:00:00Z' }
  const page = await open(race({ state: 'ended', endReason: 'restarted' }), room(), {
    'GET /api/v3/blocks/b1/race/times': list(best),
  })
  expect(page.shown()).toContain(en.ended.restarted)
  expect(page.shown()).toContain('00:31.000')
})

it('shows an impossible time without a rank, and lets moderators decide', async () => {
  const mina = runner('mina', { state: 'finished', passed: 4, timeMs: 2_000, review: 'pending' })
  const review = {
    ...{
      reviewId: 'v1',
      raceId: 'r1',
      person: person('theo'),
      timeMs: 2_000,
      foundAt: '2026-11-24T00:00:00Z',
    },
    ...{ fromStep: 0, toStep: 3, tookMs: 2_000, leastMs: 12_500 },
  }
  const way = {
    gates: [
      { x: 0, z: 0, radius: 100 },
      { x: 900, z: 0, radius: 100 },
    ],
    stepsMs: [100, 1_000, 1_500, 2_000],
    points: [
      [0, 0, 0],
      [12_000, 900, 0],
    ],
  }
  const accept = vi.fn(() => ({ payload: { reviewId: 'v1', isAccepted: true } }))
  const data = room({ isModerator: true })
  const page = await open(race({ state: 'ended', endReason: 'finished', runners: [mina] }), data, {
    'GET /api/v3/blocks/b1/race/reviews': list(review),
    'GET /api/v3/blocks/b1/race/reviews/v1/way': { payload: way },
    'POST /api/v3/blocks/b1/race/reviews/v1/accept': accept,
  })
  expect(page.shown()).toContain('That is faster than is possible here')
  expect(page.shown()).toContain(en.review.pending)
  expect(page.shown()).toContain(
    'From the start to step 3 in 00:02.000. The fastest possible time is 00:12.500.',
  )
  await page.click(page.named('Watch the run of theo'))
  await page.settle()
  expect(page.shown()).toContain(en.review.runHint)
  expect(page.shown()).toContain('00:01.500')
  await page.click(page.named(en.review.play))
  expect(page.named(en.review.pause)).toBeTruthy()
  await page.click(page.named('Close'))
  await page.click(page.named('Accept the time of theo'))
  await page.settle()
  expect(accept).toHaveBeenCalled()
})
