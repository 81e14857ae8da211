// Unfinished uploads of this browser, by a fingerprint of the file: after a reload the person chooses the file again and
// the upload continues.
import { onDevice } from '../storage/kept'

const PREFIX = 'witverse.upload.'
const MAX_AGE_MS = 24 * 60 * 60 * 1000

export function fingerprint(file: File, purpose: string, account: string): string {
  return `${PREFIX}${[account, purpose, file.size, file.lastModified, file.name].join('|')}`
}

interface Remembered {
  id: string
  at: number
}

export function recall(key: string, now = Date.now()): string | null {
  const { id, at } = (onDevice.readJson(key) ?? {}) as Partial<Remembered>
  if (typeof id === 'string' && typeof at === 'number' && now - at < MAX_AGE_MS) return id
  forget(key)
  return null
}

export function remember(key: string, id: string, now = Date.now()) {
  onDevice.writeJson(key, { id, at: now } satisfies Remembered)
}

export function forget(key: string) {
  onDevice.removeItem(key)
}
