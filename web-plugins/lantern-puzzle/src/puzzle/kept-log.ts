// The presses of a run that is being played, kept for a reload of the page. Without storage a reload begins with the first
// press again; the time runs on in both cases.
import { inTab } from '@witverse/sdk'
import type { Press } from './board'

const keyOf = (runId: string) => `lantern-puzzle:${runId}`

export function keptLog(runId: string): Press[] {
  const kept = inTab.readJson(keyOf(runId))
  return Array.isArray(kept) ? (kept as Press[]) : []
}

export const keepLog = (runId: string, log: readonly Press[]) => inTab.writeJson(keyOf(runId), log)

export const dropLog = (runId: string) => inTab.removeItem(keyOf(runId))
