// What a race shows: its phase, and the next gate of a runner. Pure; times are milliseconds of the room's clock.
import type { Race, Runner } from '../api/races'

export type Phase = 'lobby' | 'countdown' | 'running' | 'ended'

export function phaseOf(race: Race, now: number): Phase {
  if (race.state === 'ended') return 'ended'
  if (now < race.lobbyUntilMs) return 'lobby'
  return now < race.goMs ? 'countdown' : 'running'
}

export const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000))

export interface NextGate {
  /** The id of the scene's object. */
  id: string
  kind: 'start' | 'gate' | 'finish'
  /** Of a gate: its number in the lap, from 1. */
  number: number
  /** From 1. */
  lap: number
}

/** What a runner has to pass next; null after the finish. A run is the start, and then each lap's gates and the start. */
export function nextGate(race: Race, passed: number): NextGate | null {
  const count = race.gates.length
  if (passed > count * race.laps) return null
  const at = passed % count
  const id = race.gates[at] ?? ''
  const lap = Math.max(1, Math.ceil(passed / count))
  if (passed === 0) return { id, kind: 'start', number: 0, lap: 1 }
  return at === 0 ? { id, kind: 'finish', number: 0, lap } : { id, kind: 'gate', number: at, lap }
}

export const runnerOf = (race: Race, userId: string | undefined): Runner | undefined =>
  race.runners.find((one) => one.userId === userId)
