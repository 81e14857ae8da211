// Computes the hashes of a wallet's history. To change, add or remove a movement unnoticed, a different one with the same
// SHA-256 would be needed.
//
//   hash(0) = SHA-256("witverse ledger\n" ‖ account id)
//   hash(n) = SHA-256(hash(n−1) ‖ transfer id ‖ payer ‖ payee ‖ what moved ‖ kind ‖ time in µs)
//
// Entries of form 1, which are older:
//
//   hash(n) = SHA-256(hash(n−1) ‖ account id ‖ seq ‖ transfer id ‖ amount ‖ balance after ‖ kind ‖ time in µs)
//
// An entry that gathers deferred movements has the account on both sides and a signed amount.
// Ids are 16 bytes; numbers are big-endian, 64 bits each, the kind 16.
import type { ProofEntry } from '../api/types'

export type Bytes = Uint8Array<ArrayBuffer>
export type Digest = (data: Bytes) => Promise<Bytes>

export const sha256: Digest = async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

/** Browsers offer it only in secure contexts: https and localhost. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined

const ID = 16

export function bytesOfHex(hex: string): Bytes {
  const pairs = /^(?:[0-9a-f]{2})*$/i.test(hex) ? (hex.match(/../g) ?? []) : []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

export const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const idBytes = (uuid: string): Bytes => bytesOfHex(uuid.replaceAll('-', ''))

export function genesisOf(accountId: string, digest: Digest = sha256): Promise<Bytes> {
  const head = new TextEncoder().encode('witverse ledger\n')
  const data = new Uint8Array(head.length + ID)
  data.set(head)
  data.set(idBytes(accountId), head.length)
  return digest(data)
}

export type HashedFacts = Omit<ProofEntry, 'hash'>

export function nextHash(
  before: Bytes,
  accountId: string,
  entry: HashedFacts,
  digest: Digest = sha256,
): Promise<Bytes> {
  const parts = entry.form === 1 ? sideOf(accountId, entry) : movementOf(accountId, entry)
  const all = [before, ...parts, number16(entry.kind), number64(entry.atMicros)]
  const data = new Uint8Array(all.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of all) {
    data.set(part, at)
    at += part.length
  }
  return digest(data)
}

const sideOf = (accountId: string, entry: HashedFacts): Bytes[] => [
  idBytes(accountId),
  number64(entry.seq),
  idBytes(entry.transferId),
  number64(entry.amountHundredths),
  number64(entry.balanceAfterHundredths),
]

function movementOf(accountId: string, entry: HashedFacts): Bytes[] {
  const pays = entry.amountHundredths < 0 && entry.otherId !== accountId
  const [payer, payee] = pays ? [accountId, entry.otherId] : [entry.otherId, accountId]
  return [
    idBytes(entry.transferId),
    idBytes(payer),
    idBytes(payee),
    number64(pays ? -entry.amountHundredths : entry.amountHundredths),
  ]
}

function number64(value: number): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
  return bytes
}

function number16(value: number): Bytes {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setInt16(0, value)
  return bytes
}
