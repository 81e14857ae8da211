// Chooses the quality from frame times: quickly down, slowly up, and a step that failed three times is not tried again.
// Pure; the stage applies the step.
import type { Levels } from './people/levels'

export interface Quality {
  pixelRatio: number
  /** At most this many frames a second. */
  fps: number
  names: number
  levels: Levels
}

/** From best to least. */
export const STEPS: readonly Quality[] = [
  { pixelRatio: 2, fps: 60, names: 100, levels: [4, 24, 100] },
  { pixelRatio: 1.5, fps: 60, names: 60, levels: [1, 12, 60] },
  { pixelRatio: 1.25, fps: 60, names: 60, levels: [1, 12, 60] },
  { pixelRatio: 1, fps: 60, names: 60, levels: [1, 12, 60] },
  { pixelRatio: 1, fps: 30, names: 24, levels: [0, 3, 12] },
  { pixelRatio: 0.75, fps: 30, names: 24, levels: [0, 3, 12] },
]

const WINDOW_MS = 2_000
const DOWN_ABOVE = 1.2
const UP_BELOW = 0.6
const DOWN_AFTER_MS = 6_000
const UP_AFTER_MS = 60_000
const DOWN_COOLDOWN_MS = 20_000
const UP_COOLDOWN_MS = 120_000
const FAILURES_MAX = 3

export class Governor {
  private frames: number[] = []
  private windowEnds = WINDOW_MS
  private time = 0
  private badSince: number | null = null
  private goodSince: number | null = null
  private restUntil = 0
  private failures = new Map<number, number>()
  private raisedTo: number | null = null

  step: number

  constructor(step = 1) {
    this.step = step
  }

  get quality(): Quality {
    return STEPS[this.step] ?? { pixelRatio: 1, fps: 30, names: 24, levels: [0, 3, 12] }
  }

  /** `workMs` is the time the frame took, or the interval if that is longer. Returns whether the step changed. */
  frame(elapsedMs: number, workMs: number): boolean {
    this.time += elapsedMs
    this.frames.push(workMs)
    if (this.time < this.windowEnds) return false
    this.windowEnds = this.time + WINDOW_MS
    const sorted = this.frames.sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    this.frames = []
    return this.judge(median / (1000 / this.quality.fps))
  }

  private judge(load: number): boolean {
    this.badSince = load > DOWN_ABOVE ? (this.badSince ?? this.time - WINDOW_MS) : null
    this.goodSince = load < UP_BELOW ? (this.goodSince ?? this.time - WINDOW_MS) : null
    if (this.time < this.restUntil) return false
    if (this.badSince !== null && this.time - this.badSince >= DOWN_AFTER_MS) return this.change(1)
    if (this.goodSince !== null && this.time - this.goodSince >= UP_AFTER_MS) return this.change(-1)
    return false
  }

  private change(by: 1 | -1): boolean {
    const next = this.step + by
    if (!STEPS[next]) return false
    if (by < 0 && (this.failures.get(next) ?? 0) >= FAILURES_MAX) return false
    if (by > 0 && this.raisedTo === this.step) {
      this.failures.set(this.step, (this.failures.get(this.step) ?? 0) + 1)
    }
    this.raisedTo = by < 0 ? next : null
    this.step = next
    this.badSince = this.goodSince = null
    this.restUntil = this.time + (by > 0 ? DOWN_COOLDOWN_MS : UP_COOLDOWN_MS)
    return true
  }
}
