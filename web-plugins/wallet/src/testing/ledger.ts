// Test helpers: a ledger made with node's crypto, so that the hashing runs against another implementation.
import { createHash } from 'node:crypto'
import type { ProofEntry, ProofPage } from '../api/types'

export const ACCOUNT = '018f3b6e-7a10-7c3e-9b51-0a1b2c3d4e5f'

const id = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

function i64(value: number): Buffer {
  const word = Buffer.alloc(8)
  word.writeBigInt64BE(BigInt(value))
  return word
}

function i16(value: number): Buffer {
  const word = Buffer.alloc(2)
  word.writeInt16BE(value)
  return word
}

export const genesisHex = (accountId = ACCOUNT): string =>
  sha256(Buffer.from('witverse ledger\n'), id(accountId)).toString('hex')

export const OTHER = '018f3b6e-7a10-7c3e-9b51-ffffffffffff'

/** Consecutive entries with these amounts; the first `old` of them in form 1. */
export function ledgerOf(amounts: number[], accountId = ACCOUNT, old = 2): ProofEntry[] {
  let hash = genesisHex(accountId)
  let balance = 0
  return amounts.map((amount, index) => {
    balance += amount
    const entry = {
      seq: index + 1,
      form: index < old ? 1 : 2,
      otherId: index % 6 === 5 ? accountId : OTHER, // every sixth entry gathers deferred movements
      transferId: `018f3b6e-0000-7000-8000-${String(index).padStart(12, '0')}`,
      kind: amount > 0 ? 1 : 6,
      amountHundredths: amount,
      balanceAfterHundredths: balance,
      atMicros: 1_795_000_000_000_123 + index,
    }
    const last = [i16(entry.kind), i64(entry.atMicros)]
    const gathers = entry.otherId === accountId
    const payee = amount < 0 ? entry.otherId : accountId
    const payer = gathers || amount < 0 ? accountId : entry.otherId
    const moved = gathers ? amount : Math.abs(amount)
    const says =
      entry.form === 1
        ? [id(accountId), i64(entry.seq), id(entry.transferId), i64(amount), i64(balance)]
        : [id(entry.transferId), id(payer), id(payee), i64(moved)]
    hash = sha256(Buffer.from(hash, 'hex'), ...says, ...last).toString('hex')
    return { ...entry, hash }
  })
}

/** The server's answer: entries after `after`, at most `limit`. */
export function proofPage(entries: ProofEntry[], after = 0, limit = 1_000, accountId = ACCOUNT): ProofPage {
  const last = entries.at(-1)
  return {
    accountId,
    genesis: genesisHex(accountId),
    head: {
      seq: last?.seq ?? 0,
      hash: last?.hash ?? genesisHex(accountId),
      balanceHundredths: last?.balanceAfterHundredths ?? 0,
    },
    items: entries.filter(({ seq }) => seq > after).slice(0, limit),
  }
}
