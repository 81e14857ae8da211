// Test helpers: a history made with node's crypto, so that the check runs against another implementation.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { person } from '@witverse/sdk/testing'
import type { Attestation, Link, Provenance } from '../api/types'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' })

export const ITEM = 'i1'

type Step = Pick<Link, 'kind'> & { from?: string; to?: string; reference?: string }

export const STEPS: Step[] = [
  { kind: 'made', to: 'haneul' },
  { kind: 'sold', from: 'haneul', to: 'theo', reference: 'o1' },
  { kind: 'given', from: 'theo', to: 'mina', reference: 'g1' },
]

export function provenanceOf(steps = STEPS, itemId = ITEM): Provenance {
  let previous: string | null = null
  const links = steps.map(({ kind, from, to, reference = null }, index): Link => {
    const facts = {
      seq: index + 1,
      kind,
      from: from ? person(from) : null,
      to: to ? person(to) : null,
      at: `2026-11-${10 + index}T03:00:00Z`,
      reference,
      previous,
    }
    const statement = JSON.stringify({
      item: itemId,
      ...facts,
      from: facts.from?.userId ?? null,
      to: facts.to?.userId ?? null,
    })
    const hash = createHash('sha256').update(statement).digest('hex')
    const signature = sign(null, Buffer.from(`witverse:items\n${statement}`), privateKey).toString(
      'base64url',
    )
    previous = hash
    return { ...facts, hash, keyId: 'k1', signature, statement }
  })
  const keys = [{ kid: 'k1', kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }]
  return { itemId, links, attestations: [], keys: { keys: keys as unknown as Provenance['keys']['keys'] } }
}

/** What was packed with the item. */
export function packed(items = [ITEM]): Attestation {
  const at = '2026-11-12T03:00:00Z'
  const photos = ['ab'.repeat(32)]
  const statement = JSON.stringify({
    kind: 'packed',
    items,
    at,
    reference: 'parcel:o1:0:1',
    weightGrams: 320,
    photos,
  })
  const hash = createHash('sha256').update(statement).digest('hex')
  const text = Buffer.from(`witverse:items\n${statement}`)
  return { at, hash, keyId: 'k1', signature: sign(null, text, privateKey).toString('base64url'), statement }
}
