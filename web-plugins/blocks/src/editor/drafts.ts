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

/** A full or forbidden storage is no reason to stop: what is kept in it is a second net only. */
function attempt<T>(task: () => T): T | null {
  try {
    return task()
  } catch {
    return null
  }
}

export function browserDrafts(blockId: string, userId: string): Drafts {
  const key = `witverse.editor.draft.${userId}.${blockId}`
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

/** The settings of a block that were changed and not saved: they outlive a change of the panel and of the page. */
export class UnsavedSettings {
  readonly #key: string

  constructor(blockId: string, userId: string) {
    this.#key = `witverse.editor.settings.${userId}.${blockId}`
  }

  get values(): Record<string, string> | null {
    return attempt(() => JSON.parse(sessionStorage.getItem(this.#key) ?? 'null'))
  }

  /** Replaces what was kept; an empty record removes it. */
  keep(values: Record<string, string>): void {
    if (Object.keys(values).length === 0) this.drop()
    else attempt(() => sessionStorage.setItem(this.#key, JSON.stringify(values)))
  }

  drop(): void {
    attempt(() => sessionStorage.removeItem(this.#key))
  }
}
