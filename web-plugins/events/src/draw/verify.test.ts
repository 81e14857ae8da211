import { expect, it } from 'vitest'
import type { DrawLeaf } from '../api/types'
import { commitOf, leafOf, ranked, rootFrom, rootOf, verify } from './verify'

const EVENT = '00000000-0000-7000-8000-000000000001'
const SEED = '07'.repeat(32)
const NONCE = '0a'.repeat(32)

/** Of version 1, without the numbers of entrants, the ranks do not depend on the root. */
async function draw(version: 1 | 2 = 2) {
  const nonce = version === 1 ? null : NONCE
  const places = ['a', 'b', 'c', 'd', 'e'].map((letter) => `00000000-0000-7000-8000-00000000000${letter}`)
  const leaves = (await Promise.all(places.map((place) => leafOf(EVENT, place, nonce)))).sort()
  const order = await ranked(SEED, leaves, version === 1 ? null : await rootOf(leaves))
  const own = await leafOf(EVENT, places[2] ?? '', nonce)
  // The proof of the leaf by brute force: all pairs up to the root.
  const proof: { hash: string; isLeft: boolean }[] = []
  let at = leaves.indexOf(own)
  let level = leaves
  while (level.length > 1) {
    const sibling = level[at ^ 1]
    if (sibling !== undefined) proof.push({ hash: sibling, isLeft: at % 2 === 1 })
    const next: string[] = []
    for (let pair = 0; pair < level.length; pair += 2) next.push(await rootOf(level.slice(pair, pair + 2)))
    level = next
    at >>= 1
  }
  // Two places: the first entry was withdrawn, the second one won.
  const outcomeOf = (leaf: string): DrawLeaf['outcome'] =>
    order.indexOf(leaf) === 0 ? 'withdrawn' : order.indexOf(leaf) === 1 ? 'drawn' : 'notDrawn'
  return {
    order,
    leaves: leaves.map((hash): DrawLeaf => ({ hash, outcome: outcomeOf(hash) })),
    draw: {
      eventId: EVENT,
      drawAt: '2026-12-01T10:00:00.000Z',
      drawnAt: '2026-12-01T10:01:00.000Z',
      commit: await commitOf(SEED),
      root: await rootOf(leaves),
      entries: 5,
      places: 2,
      seed: SEED,
      version,
      receipt: null,
      own: { placeId: places[2] ?? '', leaf: own, nonce, rank: order.indexOf(own) + 1, proof },
    },
  }
}

it.each([1, 2] as const)('accepts an honest draw of version %i', async (version) => {
  const { draw: honest, leaves } = await draw(version)
  expect(await verify(honest, leaves)).toMatchObject({
    checks: { seed: true, root: true, winners: true, own: true, rank: true },
    entries: 5,
  })
})

it('finds each way to cheat', async () => {
  const { draw: honest, leaves, order } = await draw()
  const checks = async (changes: Partial<typeof honest>, of = leaves) =>
    (await verify({ ...honest, ...changes }, of)).checks
  expect((await checks({ seed: '08'.repeat(32) })).seed).toBe(false)
  expect((await checks({}, leaves.slice(1))).root).toBe(false)
  expect((await checks({ own: { ...honest.own, rank: (honest.own.rank % 5) + 1 } })).rank).toBe(false)
  expect((await checks({ own: { ...honest.own, placeId: EVENT } })).own).toBe(false)
  // Another number than the one that the entrant's browser has made.
  expect((await verify(honest, leaves, NONCE)).checks.own).toBe(true)
  expect((await verify(honest, leaves, '0b'.repeat(32))).checks.own).toBe(false)
  for (const [rank, outcome] of [
    [1, 'notDrawn'],
    [2, 'drawn'],
  ] as const) {
    const cheated = leaves.map((leaf) => (leaf.hash === order[rank] ? { ...leaf, outcome } : leaf))
    expect((await checks({}, cheated)).winners).toBe(false)
  }
  expect(await rootFrom(honest.own.leaf, honest.own.proof.slice(1))).not.toBe(honest.root)
})
