// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { DrawReceipt } from '../api/types'
import { isReceiptOf, keepEntry, newNonce, ownEntry } from './entry'
import { leafOf } from './verify'

vi.mock('@witverse/sdk/statements', () => ({
  canVerify: async () => false,
  signatureFault: async () => null,
}))

beforeEach(() => localStorage.clear())

async function receiptOf(nonce: string): Promise<DrawReceipt> {
  const leaf = await leafOf('e1', 'p1', nonce)
  return {
    placeId: 'p1',
    nonce,
    leaf,
    statement: JSON.stringify({ type: 'witverse.draw.entry.v1', eventId: 'e1', placeId: 'p1', leaf }),
    signature: '',
    keyId: '',
    keys: { keys: [] },
  }
}

it('keeps the number of this browser and the receipt of the entry that contains it', async () => {
  const nonce = newNonce()
  expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  expect(newNonce()).not.toBe(nonce)
  const receipt = await receiptOf(nonce)
  expect(await isReceiptOf(receipt, 'e1', nonce)).toBe(true)
  keepEntry('p1', { nonce, receipt })
  expect(ownEntry('p1')).toEqual({ nonce, receipt })
  expect(ownEntry('p2')).toBeNull()
})

it('refuses the receipt of another entry', async () => {
  const nonce = newNonce()
  const receipt = await receiptOf(nonce)
  expect(await isReceiptOf(receipt, 'e1', newNonce())).toBe(false)
  expect(await isReceiptOf(receipt, 'e2', nonce)).toBe(false)
  expect(await isReceiptOf({ ...receipt, leaf: '00' }, 'e1', nonce)).toBe(false)
  localStorage.setItem('witverse.events.entry.p1', '{')
  expect(ownEntry('p1')).toBeNull()
})
