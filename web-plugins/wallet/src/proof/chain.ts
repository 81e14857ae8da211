// The hashes of a wallet's history, computed here from what the platform hands out: whoever changes, adds or takes out
// a movement afterwards would have to find another one with the same SHA-256.
//
//   hash(0) = SHA-256("witverse ledger\n" ‖ account id)
//   hash(n) = SHA-256(hash(n−1) ‖ account id ‖ seq ‖ transfer id ‖ amount ‖ balance after ‖ kind ‖ time in µs)
//
// Ids are 16 bytes, numbers big-endian: 64 bits each, the kind 16.
import type { ProofEntry } from '../api/types'

export type Bytes = Uint8Array<ArrayBuffer>
export type Digest = (data: Bytes) => Promise<Bytes>

export const sha256: Digest = async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

/** Browsers have it in secure places only: https, and localhost. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined

const HASH = 32
const ID = 16
const WORD = 8

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
  const data = new Uint8Array(HASH + ID + WORD + ID + WORD * 2 + 2 + WORD)
  const view = new DataView(data.buffer)
  let at = 0
  const put = (bytes: Bytes) => {
    data.set(bytes, at)
    at += bytes.length
  }
  const putWord = (value: number) => {
    view.setBigInt64(at, BigInt(value))
    at += WORD
  }
  put(before)
  put(idBytes(accountId))
  putWord(entry.seq)
  put(idBytes(entry.transferId))
  putWord(entry.amountHundredths)
  putWord(entry.balanceAfterHundredths)
  view.setInt16(at, entry.kind)
  at += 2
  putWord(entry.atMicros)
  return digest(data)
}
