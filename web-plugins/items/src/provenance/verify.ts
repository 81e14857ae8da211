// Verifies an ownership history in the browser: it is complete, each link contains the hash of the previous one, each
// hash matches its statement, the platform signed each link, and the shown values match the statement.
import { canVerify, signatureFault, type VerifyingCrypto, type VerifyingKey } from '@witverse/sdk/statements'
import type { Link, Provenance } from '../api/types'

export type Fault =
  | 'order' // a link is missing or out of order
  | 'previous' // does not contain the hash of the previous link
  | 'hash' // the hash does not match the statement
  | 'statement' // the shown values do not match the statement
  | 'key' // signed with an unpublished key
  | 'signature'

export type Verdict =
  | { state: 'verified'; count: number; signatures: boolean }
  | { state: 'broken'; seq: number; fault: Fault }
  | { state: 'impossible' } // browsers hash only in secure contexts

/** The plugin that the statements were signed for. */
export const SIGNED_FOR = 'items'
const utf8 = new TextEncoder()

export type Crypto = VerifyingCrypto

class Broken extends Error {
  readonly seq: number
  readonly fault: Fault
  constructor(seq: number, fault: Fault) {
    super(fault)
    this.seq = seq
    this.fault = fault
  }
}

export async function verifyProvenance(
  { itemId, links, keys }: Provenance,
  crypto: Crypto | undefined = globalThis.crypto?.subtle,
): Promise<Verdict> {
  if (!crypto) return { state: 'impossible' }
  const published: readonly VerifyingKey[] = keys.keys
  try {
    const signatures = await canVerify(crypto, published)
    let previous: string | null = null
    for (const [index, link] of links.entries()) {
      if (link.seq !== index + 1) throw new Broken(index + 1, 'order')
      if (link.previous !== previous) throw new Broken(link.seq, 'previous')
      if ((await hashOf(crypto, link.statement)) !== link.hash) throw new Broken(link.seq, 'hash')
      if (!matchesStatement(link, itemId)) throw new Broken(link.seq, 'statement')
      if (signatures) await checkSignature(crypto, link, published)
      previous = link.hash
    }
    if (links.length === 0 || links[0]?.kind !== 'made') throw new Broken(1, 'order')
    return { state: 'verified', count: links.length, signatures }
  } catch (error) {
    if (error instanceof Broken) return { state: 'broken', seq: error.seq, fault: error.fault }
    throw error
  }
}

export async function hashOf(crypto: Crypto, statement: string): Promise<string> {
  const digest = new Uint8Array(await crypto.digest('SHA-256', utf8.encode(statement)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the shown values match the signed statement. People who deleted their account are not compared. */
function matchesStatement(link: Link, itemId: string): boolean {
  try {
    const signed = JSON.parse(link.statement) as Record<string, unknown>
    const same = (key: 'from' | 'to') => link[key] === null || link[key]?.userId === signed[key]
    return (
      signed.item === itemId &&
      signed.seq === link.seq &&
      signed.kind === link.kind &&
      (signed.previous ?? null) === link.previous &&
      (signed.reference ?? null) === link.reference &&
      Date.parse(String(signed.at)) === Date.parse(link.at) &&
      same('from') &&
      same('to')
    )
  } catch {
    return false
  }
}

async function checkSignature(crypto: Crypto, link: Link, keys: readonly VerifyingKey[]) {
  const fault = await signatureFault(crypto, SIGNED_FOR, link, keys)
  if (fault) throw new Broken(link.seq, fault)
}
