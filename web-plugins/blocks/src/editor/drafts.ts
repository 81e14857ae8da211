// What was not saved yet, in this browser: one draft per block, with the version that it is based on.
import { isDocument, type SceneDocument } from './document'

export interface Draft {
  version: number
  document: SceneDocument
}

export interface Drafts {
  read(): Draft | null
  write(draft: Draft): void
  remove(): void
}

/** A full or forbidden storage is no reason to stop: the draft is a second net only. */
export function browserDrafts(blockId: string, userId: string): Drafts {
  const key = `witverse.editor.draft.${userId}.${blockId}`
  const attempt = <T>(task: () => T): T | null => {
    try {
      return task()
    } catch {
      return null
    }
  }
  return {
    read: () =>
      attempt(() => {
        const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
        return draft && typeof draft.version === 'number' && isDocument(draft.document) ? draft : null
      }),
    write: (draft) => void attempt(() => localStorage.setItem(key, JSON.stringify(draft))),
    remove: () => void attempt(() => localStorage.removeItem(key)),
  }
}
