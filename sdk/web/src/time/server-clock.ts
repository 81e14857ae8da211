// The server's clock. What a price, a term or a countdown says never depends on the clock of the device, which can be minutes
// off: it is measured by the `Date` of each answer.

export interface ServerClock {
  /** The server's time, in ms since 1970; the device's until the first answer. */
  now(): number
  /** Narrows the difference by an answer. Times in ms; `sentMs` and `receivedMs` by the device, `date` is the header. */
  observe(answer: { sentMs: number; receivedMs: number; date: string | null }): void
}

/** The header has whole seconds, and servers renew it once a second. */
const RESOLUTION_MS = 1_100

export function createServerClock(deviceNow: () => number = Date.now): ServerClock {
  // The device is ahead of the server by a value between these.
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return {
    now: () => deviceNow() - (Number.isFinite(least) ? (least + most) / 2 : 0),
    observe({ sentMs, receivedMs, date }) {
      const dateMs = Date.parse(date ?? '')
      if (Number.isNaN(dateMs)) return
      const [low, high] = [sentMs - dateMs - RESOLUTION_MS, receivedMs - dateMs]
      if (low > high) return // the clock was set while the answer was awaited
      const isPossible = Math.max(least, low) <= Math.min(most, high)
      // Where the two contradict each other, the clock was set between the answers.
      if (isPossible) [least, most] = [Math.max(least, low), Math.min(most, high)]
      else [least, most] = [low, high]
    },
  }
}

export const serverClock = createServerClock()

/** The server's time, in ms since 1970. */
export const serverNow = (): number => serverClock.now()
