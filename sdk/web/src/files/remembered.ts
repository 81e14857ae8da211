// Unfinished uploads of this browser, by a fingerprint of the file: after a reload the person chooses the file again and
// the upload continues.
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
  const text = read(key)
  if (!text) return null
  try {
    const { id, at } = JSON.parse(text) as Remembered
    if (typeof id === 'string' && now - at < MAX_AGE_MS) return id
  } catch {
    // Written by another version.
  }
  forget(key)
  return null
}

export function remember(key: string, id: string, now = Date.now()) {
  try {
    localStorage.setItem(key, JSON.stringify({ id, at: now } satisfies Remembered))
  } catch {
    // Without storage an upload does not survive a reload.
  }
}

export function forget(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is no storage.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
