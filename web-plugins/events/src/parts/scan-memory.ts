// Which scanned code is reported: the camera sees the same one several times in a second.
const AGAIN_MS = 3_000

/** A code is reported once, until another one is seen. After a failure it is reported again, after a few seconds. */
export function createScanMemory(now: () => number = Date.now) {
  let last = ''
  let againAt = Number.POSITIVE_INFINITY
  return {
    isNew(code: string): boolean {
      if (code === last && now() < againAt) return false
      last = code
      againAt = Number.POSITIVE_INFINITY
      return true
    },
    failed() {
      againAt = now() + AGAIN_MS
    },
  }
}
