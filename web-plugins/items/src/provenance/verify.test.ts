import { webcrypto } from 'node:crypto'
import { person } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import type { Link, Provenance } from '../api/types'
import { provenanceOf, STEPS } from '../testing/chain'
import { verifyProvenance } from './verify'

const subtle = webcrypto.subtle as unknown as SubtleCrypto
const verify = (provenance: Provenance) => verifyProvenance(provenance, subtle)

function changed(seq: number, facts: Partial<Link>): Provenance {
  const provenance = provenanceOf()
  const links = provenance.links.map((link) => (link.seq === seq ? { ...link, ...facts } : link))
  return { ...provenance, links }
}

it('verifies an intact history', async () => {
  expect(await verify(provenanceOf())).toEqual({ state: 'verified', count: 3, signatures: true })
})

it.each<[string, () => Provenance, number, string]>([
  [
    'a link is missing',
    () => ({ ...provenanceOf(), links: provenanceOf().links.filter(({ seq }) => seq !== 2) }),
    2,
    'order',
  ],
  ['the beginning is missing', () => ({ ...provenanceOf(), links: [] }), 1, 'order'],
  ['it was not made first', () => provenanceOf(STEPS.slice(1)), 1, 'order'],
  ['sealed with something else', () => changed(2, { previous: '00' }), 2, 'previous'],
  [
    'the statement was changed',
    () => changed(2, { statement: provenanceOf().links[1]?.statement.replace('sold', 'given') ?? '' }),
    2,
    'hash',
  ],
  ['another kind is shown', () => changed(2, { kind: 'given' }), 2, 'statement'],
  ['somebody else is shown', () => changed(3, { to: person('eve') }), 3, 'statement'],
  ['another time is shown', () => changed(3, { at: '2026-11-13T03:00:00Z' }), 3, 'statement'],
  ['it is about another item', () => ({ ...provenanceOf(STEPS, 'i2'), itemId: 'i1' }), 1, 'statement'],
  ['the key is unknown', () => changed(1, { keyId: 'k9' }), 1, 'key'],
  [
    'another signature',
    () => changed(1, { signature: provenanceOf().links[1]?.signature ?? '' }),
    1,
    'signature',
  ],
  ['no signature at all', () => changed(3, { signature: '%' }), 3, 'signature'],
])('reports a history where %s', async (_name, provenance, seq, fault) => {
  expect(await verify(provenance())).toEqual({ state: 'broken', seq, fault })
})

it('ignores people who deleted their account', async () => {
  expect(await verify(changed(2, { from: null }))).toMatchObject({ state: 'verified' })
})

it('reports that signatures were not checked without Ed25519 support', async () => {
  const older = {
    digest: subtle.digest.bind(subtle),
    verify: subtle.verify.bind(subtle),
    importKey: () => Promise.reject(new DOMException('Ed25519', 'NotSupportedError')),
  } as never
  expect(await verifyProvenance(provenanceOf(), older)).toEqual({
    state: 'verified',
    count: 3,
    signatures: false,
  })
  expect(await verifyProvenance(changed(2, { previous: '00' }), older)).toMatchObject({ state: 'broken' })
})
