// The hashes that this browser saw before the payment, by order: the check of a draw compares them with the published one, so
// that a hash that was replaced afterwards is noticed.
import { onDevice } from '@witverse/sdk'

const KEY = 'witverse.orders.promises'
/** Older ones are forgotten. */
const KEPT_MAX = 50

type Kept = [orderId: string, hash: string][]

function read(storage: Pick<Storage, 'getItem'>): Kept {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((one) => Array.isArray(one) && one.length === 2)
  } catch {
    return []
  }
}

/** Keeps the hash of an order that is not paid yet; the first one counts. */
export function keepPromise(
  orderId: string,
  hash: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> = onDevice,
): void {
  const kept = read(storage)
  if (kept.some(([id]) => id === orderId)) return
  storage.setItem(KEY, JSON.stringify([...kept, [orderId, hash]].slice(-KEPT_MAX)))
}

/** The hash that was seen before the payment; null if it was not seen in this browser. */
export function keptPromise(orderId: string, storage: Pick<Storage, 'getItem'> = onDevice): string | null {
  return read(storage).find(([id]) => id === orderId)?.[1] ?? null
}
