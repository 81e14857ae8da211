// Shows others smoothly, a little in the past. One playback clock per room, so that two people who walk together stay
// together. Constants: client-3d.md section 5. Pure; times are milliseconds, ticks are 50 ms.
import type { Motion } from './codes'
import { turn } from './movement'
import { type Pose, toMetres, toRadians } from './protocol'

export const TICK_MS = 50
const DELAY_BASE_MS = 50
const DELAY_SLACK_MS = 10
const DELAY_MIN_MS = 100
const DELAY_MAX_MS = 350
const WINDOW = 100
const RATE_SPAN_MS = 500
const RATE_MAX = 0.1
const JUMP_MS = 400
const EXTRAPOLATE_MS = 100
const EASE_MS = 200
const TELEPORT_M = 5
const YAW_PER_S = 12
const SAMPLES_MAX = 40

/** The playback clock: which tick is shown now. */
export class Playback {
  /** The newest tick that arrived. */
  latestTick = 0
  private transits: number[] = []
  private at: number | null = null

  snapshot(tick: number, now: number) {
    this.latestTick = Math.max(this.latestTick, tick)
    this.transits = [...this.transits, now - tick * TICK_MS].slice(-WINDOW)
  }

  /** After FULL: nobody is interpolated from before it. */
  reset() {
    this.transits = []
    this.at = null
  }

  delay(): number {
    const least = Math.min(...this.transits)
    const jitters = this.transits.map((transit) => transit - least).sort((a, b) => a - b)
    const p95 = jitters[Math.min(jitters.length - 1, Math.floor(jitters.length * 0.95))] ?? 0
    return Math.min(DELAY_MAX_MS, Math.max(DELAY_MIN_MS, DELAY_BASE_MS + p95 + DELAY_SLACK_MS))
  }

  /** The tick to show, with its fraction. */
  advance(elapsedMs: number, now: number): number {
    if (this.transits.length === 0) return this.latestTick
    const wanted = now - Math.min(...this.transits) - this.delay()
    if (this.at === null || Math.abs(wanted - this.at) > JUMP_MS) this.at = wanted
    else {
      const error = wanted - this.at
      const rate = 1 + Math.min(RATE_MAX, Math.max(-RATE_MAX, error / RATE_SPAN_MS))
      this.at += elapsedMs * rate
    }
    return this.at / TICK_MS
  }
}

interface Sample {
  tick: number
  x: number
  y: number
  z: number
  yaw: number
  motion: Motion
  /** Nothing lies between the sample before and this one. */
  jumps: boolean
}

export interface Shown {
  x: number
  y: number
  z: number
  yaw: number
  motion: Motion
}

/** The recent poses of one person. */
export class Track {
  private samples: Sample[] = []
  private yaw: number | null = null

  /** A pose without a past: from FULL, JOIN or WELCOME. */
  place(tick: number, pose: Pose) {
    this.samples = [toSample(tick, pose, true)]
    this.yaw = null
  }

  add(tick: number, pose: Pose) {
    const last = this.samples.at(-1)
    if (last && tick <= last.tick) return
    const far = last && Math.hypot(toMetres(pose.x) - last.x, toMetres(pose.z) - last.z) > TELEPORT_M
    const next = toSample(tick, pose, !last || pose.teleport || far === true)
    // A member that is missing from a SNAP stands still; without this sample it would glide across the gap.
    if (last && !next.jumps && tick - last.tick > 1)
      this.samples.push({ ...last, tick: tick - 1, jumps: false })
    this.samples = [...this.samples, next].slice(-SAMPLES_MAX)
  }

  /** Where to show the person at a tick; `latestTick` is the newest of the room. */
  at(tick: number, latestTick: number, elapsedMs: number): Shown | null {
    const shown = this.position(tick, latestTick)
    if (!shown) return null
    const share = 1 - Math.exp((-YAW_PER_S * elapsedMs) / 1000)
    this.yaw = this.yaw === null ? shown.yaw : turn(this.yaw, shown.yaw, share)
    return { ...shown, yaw: this.yaw }
  }

  private position(tick: number, latestTick: number): Shown | null {
    const { samples } = this
    const after = samples.findIndex((one) => one.tick > tick)
    const last = samples.at(-1)
    if (!last) return null
    if (after === 0) return samples[0] ?? null
    if (after > 0) return between(samples[after - 1] ?? last, samples[after] ?? last, tick)
    const before = samples.at(-2)
    const isMissed = latestTick > last.tick // a later SNAP did not have them: they stand
    if (!before || last.jumps || isMissed) return last
    return extrapolate(before, last, (tick - last.tick) * TICK_MS)
  }
}

function between(a: Sample, b: Sample, tick: number): Shown {
  if (b.jumps) return a
  const share = (tick - a.tick) / (b.tick - a.tick)
  const mix = (from: number, to: number) => from + (to - from) * share
  const isMoving = a.x !== b.x || a.z !== b.z || a.y !== b.y
  return {
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    z: mix(a.z, b.z),
    yaw: turn(a.yaw, b.yaw, share),
    motion: isMoving ? b.motion : a.motion,
  }
}

/** The last velocity for 100 ms, then to a stand over 200 ms. */
function extrapolate(a: Sample, b: Sample, ms: number): Shown {
  const full = Math.min(ms, EXTRAPOLATE_MS)
  const eased = Math.min(Math.max(ms - EXTRAPOLATE_MS, 0), EASE_MS)
  const travel = full + eased - (eased * eased) / (2 * EASE_MS)
  const share = travel / ((b.tick - a.tick) * TICK_MS)
  const isOver = ms >= EXTRAPOLATE_MS + EASE_MS
  const isWalk = b.motion === 'walk' || b.motion === 'run'
  return {
    x: b.x + (b.x - a.x) * share,
    y: b.y,
    z: b.z + (b.z - a.z) * share,
    yaw: b.yaw,
    motion: isOver && isWalk ? 'idle' : b.motion,
  }
}

function toSample(tick: number, pose: Pose, jumps: boolean): Sample {
  const { motion } = pose
  const [x, y, z] = [toMetres(pose.x), toMetres(pose.y), toMetres(pose.z)]
  return { tick, x, y, z, yaw: toRadians(pose.yaw), motion, jumps }
}
