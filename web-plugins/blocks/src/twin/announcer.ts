// What a screen reader says of the room: at most one message every two seconds, so that a lively room stays bearable.
import type { Clock } from '../room/ports'

const EVERY_MS = 2_000
const WHOLE_MAX = 3

export class Announcer {
  private waiting: string[] = []
  private isResting = false
  private readonly clock: Clock
  private readonly speak: (text: string) => void
  private readonly more: (count: number) => string

  /** `more` is the text for messages that are not spoken one by one. */
  constructor(clock: Clock, speak: (text: string) => void, more: (count: number) => string) {
    this.clock = clock
    this.speak = speak
    this.more = more
  }

  push(text: string) {
    this.waiting.push(text)
    if (!this.isResting) this.flush()
  }

  private flush() {
    if (this.waiting.length === 0) {
      this.isResting = false
      return
    }
    const rest = this.waiting.length - WHOLE_MAX
    const shown = rest > 0 ? [this.more(rest), ...this.waiting.slice(-WHOLE_MAX)] : this.waiting
    this.waiting = []
    this.speak(shown.join(' '))
    this.isResting = true
    this.clock.after(EVERY_MS, () => this.flush())
  }
}
