// The clock of the server, as this device knows it: each answer says what it was, half of the way back. The fastest answer
// is the most exact one.

const KEPT = 8

export class ServerClock {
  #samples = []

  /** An answer with the time `serverMs`; sent and received by the clock of the device. */
  add(serverMs, sentAt, receivedAt) {
    this.#samples.push({ delay: receivedAt - sentAt, ahead: serverMs - (sentAt + receivedAt) / 2 })
    if (this.#samples.length > KEPT) this.#samples.shift()
  }

  /** Milliseconds since 1970. */
  now(deviceNow) {
    const best = this.#samples.reduce((a, b) => (b.delay < a.delay ? b : a))
    return deviceNow + best.ahead
  }

  get isKnown() {
    return this.#samples.length > 0
  }
}
