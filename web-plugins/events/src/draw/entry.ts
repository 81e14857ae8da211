// The entrant's own part of a draw: a random number that this browser makes, and the signed receipt of the leaf that contains it.
// Both stay in the storage of the browser, so that the check of the draw does not depend on what the server says later.
import { onDevice } from '@witverse/sdk'
import { canVerify, signatureFault } from '@witverse/sdk/statements'
import type { DrawReceipt } from '../api/types'
import { hexOf, leafOf } from './verify'

export interface OwnEntry {
  nonce: string
  receipt: DrawReceipt | null
}

const slot = (placeId: string) => `witverse.events.entry.${placeId}`

export const newNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)))

export function keepEntry(placeId: string, entry: OwnEntry): void {
  onDevice.writeJson(slot(placeId), entry)
}

export function ownEntry(placeId: string): OwnEntry | null {
  const entry = onDevice.readJson(slot(placeId)) as OwnEntry | null
  return typeof entry?.nonce === 'string' ? entry : null
}

/** Whether a receipt is about this entry with this number, and signed where the browser can check it. */
export async function isReceiptOf(receipt: DrawReceipt, eventId: string, nonce: string): Promise<boolean> {
  const leaf = await leafOf(eventId, receipt.placeId, nonce)
  const stated = JSON.parse(receipt.statement) as Record<string, unknown>
  if (receipt.leaf !== leaf || stated.leaf !== leaf || stated.eventId !== eventId) return false
  const keys = receipt.keys.keys
  if (!(await canVerify(crypto.subtle, keys))) return true
  return !(await signatureFault(crypto.subtle, 'events', receipt, keys))
}
