// The drafts of a person in this browser: one entry of its storage for each, so that two tabs do not overwrite each other. They
// are named by their title. Other people may use the same browser.
import { onDevice, serverNow } from '@witverse/sdk'
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
  const kept = onDevice.readJson(slot)
  if (kept === null || typeof kept !== 'object') return null
  const { savedAt, ...fields } = kept as { savedAt?: unknown }
  return { draft: { ...NEW_DRAFT, ...fields }, savedAt: typeof savedAt === 'number' ? savedAt : 0 }
}

/** Keeps a draft; null forgets it, and so does one without an entry. */
export function keepDraft(slot: string, draft: Draft | null, nowMs = serverNow()) {
  if (draft === null || isEmpty(draft)) return onDevice.removeItem(slot)
  const before = read(slot)
  // Opening a draft does not make it the newest.
  const isSame =
    before !== null && JSON.stringify(before.draft) === JSON.stringify({ ...NEW_DRAFT, ...draft })
  if (!isSame) onDevice.writeJson(slot, { ...draft, savedAt: nowMs })
}

const isEmpty = (draft: Draft) => JSON.stringify({ ...NEW_DRAFT, ...draft }) === JSON.stringify(NEW_DRAFT)

/** The drafts of a person, the newest first. The single draft of earlier versions becomes one of them. */
export function draftsOf(userId: string): KeptDraft[] {
  if (userId === '') return []
  adoptSingle(userId)
  const start = draftSlot(userId, '')
  return onDevice
    .keys()
    .filter((slot) => slot.startsWith(start))
    .flatMap((slot) => {
      const kept = read(slot)
      return kept === null || isEmpty(kept.draft) ? [] : [{ id: slot.slice(start.length), ...kept }]
    })
    .sort((one, next) => next.savedAt - one.savedAt || one.id.localeCompare(next.id))
}

function adoptSingle(userId: string) {
  const single = `${BASE}.${userId}`
  const kept = read(single)
  if (kept !== null) keepDraft(draftSlot(userId, newDraftId()), kept.draft)
  onDevice.removeItem(single)
}

export const newDraftId = () => crypto.randomUUID()

export const isDraftId = (id: string) => /^[0-9a-z-]{1,40}$/i.test(id)
