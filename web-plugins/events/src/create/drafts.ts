// The drafts of a person in this browser: one entry of its storage for each, so that two tabs do not overwrite each other. They
// are named by their title. Other people may use the same browser.
import { serverNow } from '@witverse/sdk'
import { type Draft, NEW_DRAFT } from './draft'

/** The drafts that one person can have. */
export const DRAFTS_MAX = 10

const BASE = 'witverse.events.draft'

export interface KeptDraft {
  id: string
  draft: Draft
  /** Milliseconds; 0 for drafts from before there were several. */
  savedAt: number
}

/** Where a draft is kept. */
export const draftSlot = (userId: string, id: string) => `${BASE}.${userId}.${id}`

/** The kept draft; null if there is none, or if it cannot be read. */
export function keptDraft(slot: string): Draft | null {
  return read(slot)?.draft ?? null
}

function read(slot: string): Omit<KeptDraft, 'id'> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(slot) ?? 'null')
    if (kept === null || typeof kept !== 'object') return null
    const { savedAt, ...fields } = kept as { savedAt?: unknown }
    return { draft: { ...NEW_DRAFT, ...fields }, savedAt: typeof savedAt === 'number' ? savedAt : 0 }
  } catch {
    return null
  }
}

/** Keeps a draft; null forgets it, and so does one without an entry. Storage may be full or blocked: the wizard works without it. */
export function keepDraft(slot: string, draft: Draft | null, nowMs = serverNow()) {
  try {
    if (draft === null || isEmpty(draft)) return localStorage.removeItem(slot)
    const before = read(slot)
    // Opening a draft does not make it the newest.
    const isSame =
      before !== null && JSON.stringify(before.draft) === JSON.stringify({ ...NEW_DRAFT, ...draft })
    if (!isSame) localStorage.setItem(slot, JSON.stringify({ ...draft, savedAt: nowMs }))
  } catch {
    // The draft then ends with the page.
  }
}

const isEmpty = (draft: Draft) => JSON.stringify({ ...NEW_DRAFT, ...draft }) === JSON.stringify(NEW_DRAFT)

/** The drafts of a person, the newest first. The single draft of earlier versions becomes one of them. */
export function draftsOf(userId: string): KeptDraft[] {
  if (userId === '') return []
  try {
    adoptSingle(userId)
    const slots = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
    const start = draftSlot(userId, '')
    return slots
      .filter((slot) => slot.startsWith(start))
      .flatMap((slot) => {
        const kept = read(slot)
        return kept === null || isEmpty(kept.draft) ? [] : [{ id: slot.slice(start.length), ...kept }]
      })
      .sort((one, next) => next.savedAt - one.savedAt || one.id.localeCompare(next.id))
  } catch {
    return []
  }
}

function adoptSingle(userId: string) {
  const single = `${BASE}.${userId}`
  const kept = read(single)
  if (kept !== null) keepDraft(draftSlot(userId, newDraftId()), kept.draft)
  // After the new entry was written: without room it stays.
  localStorage.removeItem(single)
}

export const newDraftId = () => crypto.randomUUID()

export const isDraftId = (id: string) => /^[0-9a-z-]{1,40}$/i.test(id)
