// The presses of a run that is being played, kept for a reload of the page. Without storage a reload begins with the first
// press again; the time runs on in both cases.
import type { Press } from './board'

const keyOf = (runId: string) => `lantern-puzzle:${runId}`

export function keptLog(runId: string): Press[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(runId)) ?? '[]')
    return Array.isArray(kept) ? (kept as Press[]) : []
  } catch {
    return []
  }
}

export function keepLog(runId: string, log: readonly Press[]) {
  try {
    sessionStorage.setItem(keyOf(runId), JSON.stringify(log))
  } catch {
    // Storage is full or forbidden.
  }
}

export function dropLog(runId: string) {
  try {
    sessionStorage.removeItem(keyOf(runId))
  } catch {
    // Storage is forbidden.
  }
}
