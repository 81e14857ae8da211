// Verifies a wallet's whole history page by page: no gaps, each balance follows from the previous one, each hash
// matches, and the last verified head is still included.
import type { ProofEntry, ProofPage } from '../api/types'
import { type Bytes, genesisOf, hexOf, nextHash } from './chain'

/** A position in the chain. */
export interface Head {
  seq: number
  hash: string
}

export type Fault =
  | 'account' // the history belongs to another account
  | 'genesis'
  | 'order'
  | 'balance'
  | 'hash'
  | 'head'
  | 'shortened' // verified entries are missing
  | 'rewritten' // a verified entry has changed

export type Verdict =
  | { state: 'verified'; count: number; head: Head; contained: Head | null }
  | { state: 'broken'; seq: number; fault: Fault }

export interface VerifyParts {
  accountId: string
  fetchPage: (after: number) => Promise<ProofPage>
  /** The head of the last verification on this device. */
  remembered: Head | null
  onProgress?: (done: number, of: number) => void
}

/** Yields to the browser while thousands of hashes are computed. */
const YIELD_EVERY = 500

class Broken extends Error {
  readonly seq: number
  readonly fault: Fault
  constructor(seq: number, fault: Fault) {
    super(fault)
    this.seq = seq
    this.fault = fault
  }
}

export async function verifyHistory(parts: VerifyParts): Promise<Verdict> {
  try {
    return await walk(parts)
  } catch (error) {
    if (error instanceof Broken) return { state: 'broken', seq: error.seq, fault: error.fault }
    throw error
  }
}

async function walk({ accountId, fetchPage, remembered, onProgress }: VerifyParts): Promise<Verdict> {
  let hash: Bytes = await genesisOf(accountId)
  let seq = 0
  let balance = 0
  const check = async (entry: ProofEntry) => {
    if (entry.seq !== seq + 1) throw new Broken(seq + 1, 'order')
    if (entry.balanceAfterHundredths !== balance + entry.amountHundredths)
      throw new Broken(entry.seq, 'balance')
    hash = await nextHash(hash, accountId, entry)
    if (hexOf(hash) !== entry.hash) throw new Broken(entry.seq, 'hash')
    if (remembered?.seq === entry.seq && remembered.hash !== entry.hash) {
      throw new Broken(entry.seq, 'rewritten')
    }
    seq = entry.seq
    balance = entry.balanceAfterHundredths
  }

  const genesis = hexOf(hash)
  for (;;) {
    const page = await fetchPage(seq)
    if (page.accountId !== accountId) throw new Broken(0, 'account')
    if (page.genesis !== genesis) throw new Broken(0, 'genesis')
    if (remembered && page.head.seq < remembered.seq) throw new Broken(page.head.seq + 1, 'shortened')
    for (const [index, entry] of page.items.entries()) {
      if (index % YIELD_EVERY === YIELD_EVERY - 1) await yieldToBrowser()
      await check(entry)
    }
    onProgress?.(seq, page.head.seq)
    if (seq >= page.head.seq) return finish(page, { seq, hash: hexOf(hash) }, balance, remembered)
    if (page.items.length === 0) throw new Broken(seq + 1, 'order') // the page is empty before the head is reached
  }
}

function finish(page: ProofPage, head: Head, balance: number, remembered: Head | null): Verdict {
  // A movement that arrived with the last page can be newer than the page's head.
  if (head.seq === page.head.seq) {
    if (page.head.hash !== head.hash) throw new Broken(head.seq, 'head')
    if (page.head.balanceHundredths !== balance) throw new Broken(head.seq, 'balance')
  }
  return { state: 'verified', count: head.seq, head, contained: remembered }
}

const yieldToBrowser = () => new Promise<void>((resolve) => setTimeout(resolve))
