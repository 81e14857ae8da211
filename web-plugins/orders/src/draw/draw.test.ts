import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bytesOf, hashOfSeed, type Odds, pick, verifyDraw } from './draw'

interface Vector {
  seed: string
  seedHash: string
  order: string
  nonce: string
  n: number
  odds: Odds[]
  no: number
}

/** The plugin's Rust tests read the same file. */
const vectors = JSON.parse(readFileSync('plugins/orders/vectors.json', 'utf8')) as Vector[]

it.each(vectors)('draws row $no of order $order', async ({ seed, seedHash, order, nonce, n, odds, no }) => {
  expect(await hashOfSeed(bytesOf(seed))).toBe(seedHash)
  expect(await pick(bytesOf(seed), { order, nonce, n }, odds)).toBe(no)
})

it('draws nothing without weights', async () => {
  expect(await pick(bytesOf('00'), { order: 'o', nonce: 'n', n: 1 }, [{ no: 1, weight: 0 }])).toBeNull()
})

it('notices another seed and another result', async () => {
  const [first] = vectors
  if (!first) throw new Error('no vectors')
  const facts = {
    orderId: first.order,
    seedHash: first.seedHash,
    seed: first.seed,
    nonce: first.nonce,
    given: [{ n: first.n, contentNo: first.no, odds: first.odds }],
  }
  expect(await verifyDraw(facts)).toEqual({ seedHolds: true, drawsHold: true })
  const swapped = { ...facts, given: [{ n: first.n, contentNo: first.no + 1, odds: first.odds }] }
  expect(await verifyDraw(swapped)).toEqual({ seedHolds: true, drawsHold: false })
  expect((await verifyDraw({ ...facts, seed: 'ff'.repeat(32) })).seedHolds).toBe(false)
})
