// Verifies the statements about what was packed with an item: the hash, the item that a statement names, and the signature.
import { canVerify, signatureFault, type VerifyingKey } from '@witverse/sdk/statements'
import type { Attestation, Provenance } from '../api/types'
import { type Crypto, hashOf, SIGNED_FOR } from './verify'

/** A statement as it was signed. */
export interface Packed {
  weightGrams: number | null
  /** Hexadecimal SHA-256 of the photos. */
  photos: string[]
}

export interface CheckedPacking {
  attestation: Attestation
  /** Null if the statement cannot be read. */
  packed: Packed | null
  /** `unchecked` in a browser that cannot check signatures. */
  verdict: 'verified' | 'unchecked' | 'broken'
}

export async function verifyPacking(
  { itemId, attestations, keys }: Provenance,
  crypto: Crypto | undefined = globalThis.crypto?.subtle,
): Promise<CheckedPacking[]> {
  const published: readonly VerifyingKey[] = keys.keys
  const signs = crypto ? await canVerify(crypto, published) : false
  return Promise.all(
    attestations.map(async (attestation): Promise<CheckedPacking> => {
      const packed = read(attestation, itemId)
      if (!crypto) return { attestation, packed, verdict: packed ? 'unchecked' : 'broken' }
      const isIntact = packed && (await hashOf(crypto, attestation.statement)) === attestation.hash
      if (!isIntact) return { attestation, packed, verdict: 'broken' }
      if (!signs) return { attestation, packed, verdict: 'unchecked' }
      const fault = await signatureFault(crypto, SIGNED_FOR, attestation, published)
      return { attestation, packed, verdict: fault ? 'broken' : 'verified' }
    }),
  )
}

/** The content of a statement, if it is about the item and the shown time. */
function read({ statement, at }: Attestation, itemId: string): Packed | null {
  try {
    const {
      kind,
      items,
      at: signedAt,
      weightGrams,
      photos,
    } = JSON.parse(statement) as Record<string, unknown>
    const fits =
      kind === 'packed' &&
      Array.isArray(items) &&
      items.includes(itemId) &&
      Date.parse(String(signedAt)) === Date.parse(at) &&
      Array.isArray(photos)
    if (!fits) return null
    return { weightGrams: typeof weightGrams === 'number' ? weightGrams : null, photos: photos.map(String) }
  } catch {
    return null
  }
}
