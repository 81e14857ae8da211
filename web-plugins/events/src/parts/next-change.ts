// When the state of an event changes next: it opens, its entries close, it ends, its draw is made, or a hold of the caller
// expires. Pages read the event again then, because viewers without a place get no message about it.
import type { EventDetail } from '../api/types'

/** Reads of thousands of viewers are spread over this time. */
export const SPREAD_MS = 3_000
const RETRY_MS = 5_000
const RETRY_MAX_MS = 60_000
/** The longest delay of a timer in browsers. */
const TIMER_MAX_MS = 2_147_483_647

/** The next change on the clock of the server; one that is due but not seen yet is in the past. Null if none follows. */
export function nextChange(event: EventDetail): number | null {
  const { phase, place, draw } = event
  const isBefore = phase === 'pre' || phase === 'requested'
  const times = [
    isBefore ? event.startsAt : null,
    phase === 'in' ? event.endsAt : null,
    event.isEntryOpen ? event.entryClosesAt : null,
    isBefore && draw !== null && draw.drawnAt === null ? draw.at : null,
    place?.heldUntil ?? null,
  ].flatMap((at) => (at === null ? [] : [Date.parse(at)]))
  return times.length === 0 ? null : Math.min(...times)
}

/** How long to wait before the event is read again. `failed` reads in a row have not shown a change that is due. */
export function delayOf(changeMs: number, serverMs: number, failed: number, random: number): number {
  const left = changeMs - serverMs
  const spread = random * SPREAD_MS
  if (left > 0) return Math.min(left + spread, TIMER_MAX_MS)
  return Math.min(RETRY_MS * 2 ** failed, RETRY_MAX_MS) + spread
}
