import { webcrypto } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Attestation } from '../api/types'
import { packed, provenanceOf } from '../testing/chain'
import { verifyPacking } from './packing'

const subtle = webcrypto.subtle as unknown as SubtleCrypto

async function verdict(attestation: Attestation) {
  const [checked] = await verifyPacking({ ...provenanceOf(), attestations: [attestation] }, subtle)
  return checked?.verdict
}

it('verifies what was packed with an item', async () => {
  const [checked] = await verifyPacking({ ...provenanceOf(), attestations: [packed()] }, subtle)
  expect(checked).toMatchObject({
    verdict: 'verified',
    packed: { weightGrams: 320, photos: ['ab'.repeat(32)] },
  })
})

it.each<[string, () => Attestation]>([
  ['the weight was changed', () => ({ ...packed(), statement: packed().statement.replace('320', '330') })],
  ['it is about another item', () => packed(['i2'])],
  ['another time is shown', () => ({ ...packed(), at: '2026-11-13T03:00:00Z' })],
  ['the key is unknown', () => ({ ...packed(), keyId: 'k9' })],
  ['there is no signature', () => ({ ...packed(), signature: '%' })],
  ['it is no statement', () => ({ ...packed(), statement: '{' })],
])('reports that %s', async (_name, attestation) => {
  expect(await verdict(attestation())).toBe('broken')
})
