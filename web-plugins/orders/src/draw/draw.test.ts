import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bytesOf, hashOf, haveOdds, type Odds, outcomeOf, pick, verifyDraw } from './draw'

interface Vector {
  seed: string
  /** Of rule 1. */
  seedHash: string
  /** Of rule 2, for `rows`. */
  drawHash: string
  rows: { no: number; weight: number; left: number | null }[]
  order: string
  nonce: string
  n: number
  odds: Odds[]
  no: number
}

/** The plugin's Rust tests read the same file. */
const vectors = JSON.parse(readFileSync('plugins/orders/vectors.json', 'utf8')) as Vector[]

it.each(vectors)('draws row $no of order $order', async ({ order, nonce, n, odds, no, rows, ...vector }) => {
  const seed = bytesOf(vector.seed)
  expect(await hashOf(1, { orderId: order, seed, rows })).toBe(vector.seedHash)
  expect(await hashOf(2, { orderId: order, seed, rows })).toBe(vector.drawHash)
  expect(await pick(seed, { order, nonce, n }, odds)).toBe(no)
})

it('draws nothing without weights', async () => {
  expect(await pick(bytesOf('00'), { order: 'o', nonce: 'n', n: 1 }, [{ no: 1, weight: 0 }])).toBeNull()
})

const [first] = vectors
if (!first) throw new Error('no vectors')
const { order: orderId, seed, nonce, n, no, odds } = first
/** Rows that are not in the draw have sold out since the order was placed. */
const rows = first.rows.map((row) => ({
  ...row,
  leftNow: odds.some((one) => one.no === row.no) ? row.left : 0,
}))
const GIVEN = [{ n, contentNo: no, odds }]
const FACTS = { orderId, seed, nonce, rows, rule: 2 as const, seedHash: first.drawHash, given: GIVEN }
const GOOD = { hashHolds: true, oddsHold: true, drawsHold: true }

it('notices another seed and another result', async () => {
  expect(await verifyDraw(FACTS)).toEqual(GOOD)
  const swapped = { ...FACTS, given: [{ n, contentNo: no + 1, odds }] }
  expect(await verifyDraw(swapped)).toEqual({ ...GOOD, drawsHold: false })
  expect((await verifyDraw({ ...FACTS, seed: 'ff'.repeat(32) })).hashHolds).toBe(false)
})

it('notices a changed row: in the promise by the hash, in a draw by the promise', async () => {
  const changes = [{ weight: 2 }, { left: 77 }, { left: null }, { no: 9 }]
  for (const change of changes) {
    const [row, ...others] = rows
    if (!row) throw new Error('no rows')
    expect((await verifyDraw({ ...FACTS, rows: [{ ...row, ...change }, ...others] })).hashHolds).toBe(false)
  }
  expect((await verifyDraw({ ...FACTS, rows: rows.slice(1) })).hashHolds).toBe(false)
  // The result is that of the changed odds, but they were not promised.
  const heavier = odds.map((one, at) => (at === 0 ? { ...one, weight: one.weight + 1 } : one))
  const drawn = await pick(bytesOf(seed), { order: orderId, nonce, n }, heavier)
  const changed = { ...FACTS, given: [{ n, contentNo: drawn ?? 0, odds: heavier }] }
  expect(await verifyDraw(changed)).toEqual({ ...GOOD, oddsHold: false })
})

it('lets only rows leave a draw that are sold out', () => {
  const row = (no: number, leftNow: number | null) => ({ no, weight: 10, left: 5, leftNow })
  const promised = [row(1, 3), row(2, 0), row(3, null)]
  const drawn = (...numbers: number[]) => numbers.map((one) => ({ no: one, weight: 10 }))
  expect(haveOdds(promised, drawn(1, 2, 3))).toBe(true)
  expect(haveOdds(promised, drawn(1, 3))).toBe(true)
  for (const wrong of [drawn(2, 3), drawn(1, 2), drawn(3, 1), drawn(1, 3, 4), drawn(1, 1, 3), []]) {
    expect(haveOdds(promised, wrong)).toBe(false)
  }
})

it('checks draws of older orders by their own rule', async () => {
  const old = { ...FACTS, rule: 1 as const, seedHash: first.seedHash, rows: [] }
  expect(await verifyDraw(old)).toEqual({ ...GOOD, oddsHold: null })
  expect((await verifyDraw({ ...old, seed: 'ff'.repeat(32) })).hashHolds).toBe(false)
})

it('says the first thing that is wrong', () => {
  const outcome = (facts: object, kept: string | null = null) => outcomeOf({ ...GOOD, ...facts }, 'h', kept)
  expect(outcome({})).toBe('holds')
  expect(outcome({}, 'h')).toBe('holds')
  expect(outcome({ oddsHold: null })).toBe('holdsSeed')
  expect(outcome({}, 'g')).toBe('otherPromise')
  expect(outcome({ oddsHold: false })).toBe('otherOdds')
  expect(outcome({ drawsHold: false })).toBe('otherResult')
  expect(outcome({ hashHolds: false })).toBe('otherHash')
  expect(outcome({ hashHolds: false, oddsHold: null })).toBe('otherSeed')
})
