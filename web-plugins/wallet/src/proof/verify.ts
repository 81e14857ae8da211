// Walks a wallet's whole history, page by page, and says whether it holds together: nothing missing, every balance
// the one before plus the movement, every hash as computed here, and what was verified last time still in it.
import type { ProofEntry, ProofPage } from '../api/types'
import { type Bytes, genesisOf, hexOf, nextHash } from './chain'

/** A place in the chain: the head that was verified, for the next time. */
export interface Head {
  seq: number
  hash: string
}

export type Fault =
  | 'account' // the history is somebody else's
  | 'genesis'
  | 'order'
  | 'balance'
  | 'hash'
  | 'head'
  | 'shortened' // what was verified before is no longer there
  | 'rewritten' // what was verified before was something else

export type Verdict =
  | { state: 'verified'; count: number; head: Head; contained: Head | null }
  | { state: 'broken'; seq: number; fault: Fault }

export interface VerifyParts {
  accountId: string
  fetchPage: (after: number) => Promise<ProofPage>
  /** The head of the last time on this device. */
  remembered: Head | null
  onProgress?: (done: number, of: number) => void
}

/** So that the page can draw while thousands of hashes are computed. */
const BREATH = 500

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
      if (index % BREATH === BREATH - 1) await breathe()
      await check(entry)
    }
    onProgress?.(seq, page.head.seq)
    if (seq >= page.head.seq) return finish(page, { seq, hash: hexOf(hash) }, balance, remembered)
    if (page.items.length === 0) throw new Broken(seq + 1, 'order') // there should be more, and there is not
  }
}

function finish(page: ProofPage, head: Head, balance: number, remembered: Head | null): Verdict {
  // A movement may have come while the last page was on its way; then the page goes beyond its own head.
  if (head.seq === page.head.seq) {
    if (page.head.hash !== head.hash) throw new Broken(head.seq, 'head')
    if (page.head.balanceHundredths !== balance) throw new Broken(head.seq, 'balance')
  }
  return { state: 'verified', count: head.seq, head, contained: remembered }
}

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))
