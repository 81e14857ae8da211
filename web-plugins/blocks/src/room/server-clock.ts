// The clock of the server, from PONG: the offset of the fastest of the last eight answers, approached slowly so that no
// animation jumps. Pure; times are milliseconds.

const SAMPLES = 8
const SLEW_MS_PER_SECOND = 5
const TICK_MS = 50
/** A larger difference is taken at once: the computer slept, or the server is another one. */
const JUMP_MS = 1_000

interface Sample {
  roundTrip: number
  offset: number
}

export class ServerClock {
  private samples: Sample[] = []
  private offset: number | null = null
  private slewedAt = 0
  /** Server time at tick 0. */
  private tickBase = 0

  /** Until the first PONG, WELCOME is the best guess. */
  welcome(serverMs: number, tick: number, now: number) {
    this.samples = []
    this.offset = serverMs - now
    this.slewedAt = now
    this.tickBase = serverMs - tick * TICK_MS
  }

  pong(sentAt: number, now: number, serverMs: number, tick: number) {
    const roundTrip = Math.max(0, now - sentAt)
    this.samples = [...this.samples, { roundTrip, offset: serverMs + roundTrip / 2 - now }].slice(-SAMPLES)
    const best = this.best()
    if (best && best.roundTrip === roundTrip) this.tickBase = serverMs - tick * TICK_MS
    if (
      this.offset === null ||
      this.samples.length === 1 ||
      Math.abs(this.target() - this.offset) > JUMP_MS
    ) {
      this.offset = this.target()
      this.slewedAt = now
    }
  }

  /** Milliseconds of the server. */
  serverMs(now: number): number {
    if (this.offset === null) return now
    const most = ((now - this.slewedAt) / 1000) * SLEW_MS_PER_SECOND
    const error = this.target() - this.offset
    this.offset += Math.min(most, Math.max(-most, error))
    this.slewedAt = now
    return now + this.offset
  }

  /** The tick of the server now, with its fraction. */
  tick(now: number): number {
    return (this.serverMs(now) - this.tickBase) / TICK_MS
  }

  roundTrip(): number | null {
    return this.best()?.roundTrip ?? null
  }

  private best(): Sample | undefined {
    return [...this.samples].sort((a, b) => a.roundTrip - b.roundTrip)[0]
  }

  private target(): number {
    return this.best()?.offset ?? this.offset ?? 0
  }
}
