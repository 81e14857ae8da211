// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { ProofEntry } from '../api/types'
import { ACCOUNT, genesisHex, ledgerOf, proofPage } from '../testing/ledger'
import { bytesOfHex, genesisOf, hexOf, nextHash } from './chain'
import { recallHead, rememberHead } from './memory'
import { type Head, verifyHistory } from './verify'

const AMOUNTS = [100_000, -2_500, 50, -97_550, 100_000_000_000_000, -1]

/** The id of another account. */
const otherThan = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

function verify(entries: ProofEntry[], remembered: Head | null = null, limit = 1_000) {
  return verifyHistory({
    accountId: ACCOUNT,
    fetchPage: async (after) => proofPage(entries, after, limit),
    remembered,
  })
}

describe('the hashes', () => {
  it('begins with the account', async () => {
    expect(hexOf(await genesisOf(ACCOUNT))).toBe(genesisHex())
    expect(genesisHex()).toBe('10bb17301ffdaf8ec5d11663b81cb404ff1bd6ad9f595c420f66db81d7c37f5a')
  })

  it('matches an independent implementation', async () => {
    let hash = await genesisOf(ACCOUNT)
    for (const entry of ledgerOf(AMOUNTS)) {
      hash = await nextHash(hash, ACCOUNT, entry)
      expect(hexOf(hash)).toBe(entry.hash)
    }
  })

  it.each([
    ['of the first form', 2, 'seq'],
    ['of the first form', 2, 'transferId'],
    ['of the first form', 2, 'kind'],
    ['of the first form', 2, 'amountHundredths'],
    ['of the first form', 2, 'balanceAfterHundredths'],
    ['of the first form', 2, 'atMicros'],
    ['of the second form', 0, 'transferId'],
    ['of the second form', 0, 'otherId'],
    ['of the second form', 0, 'kind'],
    ['of the second form', 0, 'amountHundredths'],
    ['of the second form', 0, 'atMicros'],
  ] as const)('%s depends on %s', async (_form, old, field) => {
    const [entry] = ledgerOf([100, 5], ACCOUNT, old) as [ProofEntry, ProofEntry]
    const value = entry[field]
    const changed = { ...entry, [field]: typeof value === 'string' ? otherThan(value) : value + 1 }
    const before = await genesisOf(ACCOUNT)
    expect(hexOf(await nextHash(before, ACCOUNT, entry))).toBe(entry.hash)
    expect(hexOf(await nextHash(before, ACCOUNT, changed))).not.toBe(entry.hash)
  })

  it('parses hex and returns nothing for invalid input', () => {
    expect([...bytesOfHex('00ff7A')]).toEqual([0, 255, 122])
    expect(bytesOfHex('xyz')).toHaveLength(0)
  })
})

describe('an intact history', () => {
  it('is verified page by page, with progress', async () => {
    const entries = ledgerOf(AMOUNTS)
    const onProgress = vi.fn()
    const verdict = await verifyHistory({
      accountId: ACCOUNT,
      fetchPage: async (after) => proofPage(entries, after, 2),
      remembered: null,
      onProgress,
    })
    const head = { seq: 6, hash: entries[5]?.hash }
    expect(verdict).toEqual({ state: 'verified', count: 6, head, contained: null })
    expect(onProgress.mock.calls).toEqual([
      [2, 6],
      [4, 6],
      [6, 6],
    ])
  })

  it('is verified when it is empty', async () => {
    expect(await verify([])).toMatchObject({ state: 'verified', count: 0 })
  })

  it('still contains what was verified before', async () => {
    const before = ledgerOf(AMOUNTS.slice(0, 3)).at(-1) as ProofEntry
    const remembered = { seq: before.seq, hash: before.hash }
    expect(await verify(ledgerOf(AMOUNTS), remembered, 4)).toMatchObject({ contained: remembered })
  })

  it('may grow during the verification', async () => {
    const all = ledgerOf(AMOUNTS)
    const verdict = await verifyHistory({
      accountId: ACCOUNT,
      fetchPage: async (after) =>
        after === 0 ? { ...proofPage(all.slice(0, 4)), items: all } : proofPage(all, after),
      remembered: null,
    })
    expect(verdict).toMatchObject({ state: 'verified', count: 6 })
  })
})

describe('a manipulated history', () => {
  const tampered = (seq: number, change: Partial<ProofEntry>) =>
    ledgerOf(AMOUNTS).map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry))

  it.each([
    ['an amount changed', tampered(2, { amountHundredths: -2_400 }), 2, 'balance'],
    [
      'amount and balance changed',
      tampered(1, { amountHundredths: 1, balanceAfterHundredths: 1 }),
      1,
      'hash',
    ],
    ['the time changed', tampered(3, { atMicros: 1 }), 3, 'hash'],
    ['who paid changed', tampered(3, { otherId: otherThan(ACCOUNT) }), 3, 'hash'],
    ['a movement taken out', ledgerOf(AMOUNTS).filter(({ seq }) => seq !== 4), 4, 'order'],
    ['a hash changed', tampered(6, { hash: '00'.repeat(32) }), 6, 'hash'],
  ] as const)('%s', async (_name, entries, seq, fault) => {
    expect(await verify([...entries])).toEqual({ state: 'broken', seq, fault })
  })

  it('is reported if verified entries have changed', async () => {
    expect(await verify(ledgerOf(AMOUNTS), { seq: 2, hash: 'ab' })).toEqual({
      state: 'broken',
      seq: 2,
      fault: 'rewritten',
    })
    expect(await verify(ledgerOf([100]), { seq: 2, hash: 'ab' })).toEqual({
      state: 'broken',
      seq: 2,
      fault: 'shortened',
    })
  })

  it('is reported if it belongs to another account, or has another start or head', async () => {
    const entries = ledgerOf(AMOUNTS)
    const page = proofPage(entries)
    const walk = (answer: typeof page) =>
      verifyHistory({ accountId: ACCOUNT, fetchPage: async () => answer, remembered: null })
    expect(await walk({ ...page, accountId: 'other' })).toMatchObject({ fault: 'account' })
    expect(await walk({ ...page, genesis: '00' })).toMatchObject({ fault: 'genesis' })
    expect(await walk({ ...page, head: { ...page.head, hash: '00' } })).toMatchObject({ fault: 'head' })
    expect(await walk({ ...page, head: { ...page.head, balanceHundredths: 1 } })).toMatchObject({
      fault: 'balance',
    })
    expect(await walk({ ...page, items: entries.slice(0, 2), head: { ...page.head, seq: 9 } })).toMatchObject(
      {
        state: 'broken',
      },
    )
  })
})

it('remembers one head per account and ignores invalid values', () => {
  const head = { seq: 4, hash: 'ab', at: '2026-11-21T00:00:00Z' }
  rememberHead(ACCOUNT, head)
  expect(recallHead(ACCOUNT)).toEqual(head)
  expect(recallHead('other')).toBeNull()
  localStorage.setItem(`witverse.ledger.${ACCOUNT}`, '{"seq":"4"')
  expect(recallHead(ACCOUNT)).toBeNull()
})
