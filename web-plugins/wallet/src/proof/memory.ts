// The last verified head per account on this device. A later history must still contain it.
import { onDevice } from '@witverse/sdk'
import type { Head } from './verify'

export interface RememberedHead extends Head {
  /** The time of the verification. */
  at: string
}

const keyOf = (accountId: string) => `witverse.ledger.${accountId}`

export function recallHead(
  accountId: string,
  storage: Pick<Storage, 'getItem'> = onDevice,
): RememberedHead | null {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(accountId)) ?? 'null') as Partial<RememberedHead> | null
    if (typeof kept?.seq !== 'number' || typeof kept.hash !== 'string') return null
    return { seq: kept.seq, hash: kept.hash, at: kept.at ?? '' }
  } catch {
    return null
  }
}

export function rememberHead(
  accountId: string,
  head: RememberedHead,
  storage: Pick<Storage, 'setItem'> = onDevice,
) {
  storage.setItem(keyOf(accountId), JSON.stringify(head))
}
