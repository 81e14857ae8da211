import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Receipt } from '../api/types'
import { verifyReceipt } from './verify'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' })

function receiptOf(shown: Partial<Receipt> = {}, context = 'market'): Receipt {
  const split = {
    priceHundredths: 10_100,
    feeHundredths: 252,
    royaltyHundredths: 336,
    sellerReceivesHundredths: 9_512,
  }
  const facts = { ...split, rulesVersion: 2, provenanceSeq: 2, at: '2026-11-20T03:00:00Z' }
  const statement = JSON.stringify({ kind: 'sale', sale: 's1', item: 'i1', payment: 'p1', ...facts })
  const text = Buffer.from(`witverse:${context}\n${statement}`)
  const name = { ko: '등불', en: 'Lantern' }
  const keys = [{ kid: 'k1', kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' }]
  return {
    saleId: 's1',
    item: { itemId: 'i1', name, thumbnailUrl: '/l.svg', type: 'photo', edition: 1, collectionId: 'c1' },
    paymentId: 'p1',
    isOffer: false,
    isWash: false,
    statement,
    signature: sign(null, text, privateKey).toString('base64url'),
    keyId: 'k1',
    keys: { keys: keys as unknown as Receipt['keys']['keys'] },
    ...facts,
    ...shown,
  }
}

describe('verifyReceipt', () => {
  it('accepts what the platform signed', async () => {
    expect(await verifyReceipt(receiptOf())).toBe('verified')
  })

  it.each([
    ['another price', receiptOf({ priceHundredths: 1 })],
    ['another payment', receiptOf({ paymentId: 'p2' })],
    ['a text that is not JSON', receiptOf({ statement: 'x' })],
    ['an unpublished key', receiptOf({ keyId: 'k2' })],
    ['a signature of another plugin', receiptOf({}, 'items')],
    ['a cut signature', receiptOf({ signature: 'AAAA' })],
  ])('refuses %s', async (_, receipt) => {
    expect(await verifyReceipt(receipt)).toBe('broken')
  })

  it('says when the browser cannot check signatures', async () => {
    const importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))
    const without = { ...crypto.subtle, importKey } as unknown as SubtleCrypto
    expect(await verifyReceipt(receiptOf(), without)).toBe('unchecked')
  })
})
