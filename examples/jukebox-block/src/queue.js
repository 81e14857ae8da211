// The rules of the queue as pure functions of its entries and the clock.
import { lengthOf } from './tracks.js'

/** Entries that wait at the same time. */
export const MAX_WAITING = 50
/** A pause of at most this length is not heard: the next track starts where the last one ended. */
const SEAMLESS_MS = 3_000

/** Waiting entries in the order in which they will play: the most votes, then the earliest. */
export const inOrder = (entries) =>
  entries
    .filter((entry) => entry.startedAtMs === null)
    .sort((a, b) => b.votes - a.votes || a.askedAtMs - b.askedAtMs || (a.id < b.id ? -1 : 1))

export const playingOf = (entries) => entries.find((entry) => entry.startedAtMs !== null) ?? null

/** When an entry that plays ends. */
export const endOf = (entry) => entry.startedAtMs + lengthOf(entry.track)

/**
 * What changes until `now`: the entries that have ended, and the one that starts, with its time. `isSkipped` ends the
 * playing entry now.
 */
export function advance(entries, now, isSkipped = false) {
  const ended = []
  let playing = playingOf(entries)
  let free = now
  if (playing) {
    const end = isSkipped ? now : endOf(playing)
    if (end > now) return { ended, started: null }
    ended.push(playing.id)
    free = now - end <= SEAMLESS_MS ? end : now
    playing = null
  }
  const next = inOrder(entries)[0]
  return { ended, started: next ? { id: next.id, track: next.track, startedAtMs: free } : null }
}

/** Why a person may not ask for another track; null if they may. */
export function refusal(entries, person, perPerson) {
  const waiting = inOrder(entries)
  if (waiting.length >= MAX_WAITING) return 'full'
  return waiting.filter((entry) => entry.userId === person).length >= perPerson ? 'yours' : null
}
