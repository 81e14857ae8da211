// The browser's storage, which never throws. Where a browser blocks it or it is full, values last as long as the page.

export interface Kept extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  keys(): string[]
  /** The value of JSON; null if there is none or it cannot be read. */
  readJson(key: string): unknown
  writeJson(key: string, value: unknown): void
}

/** `open` throws where the browser blocks the storage. */
export function createKept(open: () => Storage): Kept {
  // What the storage did not take, by key; null where it was to be removed.
  const unstored = new Map<string, string | null>()
  function attempt<T>(task: (storage: Storage) => T, otherwise: T): T {
    try {
      return task(open())
    } catch {
      return otherwise
    }
  }
  function change(key: string, value: string | null) {
    const isStored = attempt((storage) => {
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
      return true
    }, false)
    if (isStored) unstored.delete(key)
    else unstored.set(key, value)
  }
  const getItem = (key: string) =>
    unstored.get(key) ?? (unstored.has(key) ? null : attempt((storage) => storage.getItem(key), null))
  return {
    getItem,
    setItem: change,
    removeItem: (key) => change(key, null),
    keys() {
      const stored = attempt(
        (storage) => Array.from({ length: storage.length }, (_, n) => storage.key(n)),
        [],
      )
      const all = new Set([...stored.filter((key) => key !== null), ...unstored.keys()])
      return [...all].filter((key) => unstored.get(key) !== null)
    },
    readJson(key) {
      try {
        return JSON.parse(getItem(key) ?? 'null')
      } catch {
        return null // written by another version
      }
    },
    writeJson: (key, value) => change(key, JSON.stringify(value)),
  }
}

/** Kept on the device for good. */
export const onDevice = createKept(() => window.localStorage)
/** Kept in this tab until it is closed. */
export const inTab = createKept(() => window.sessionStorage)
