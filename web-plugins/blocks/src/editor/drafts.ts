// What was not saved yet, in this browser: one draft per block, with the version that it is based on.
import { inTab, onDevice } from '@witverse/sdk'
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

export function browserDrafts(blockId: string, userId: string): Drafts {
  const key = `witverse.editor.draft.${userId}.${blockId}`
  return {
    read() {
      const draft = onDevice.readJson(key) as Draft | null
      return draft && typeof draft.version === 'number' && isDocument(draft.document) ? draft : null
    },
    write: (draft) => onDevice.writeJson(key, draft),
    remove: () => onDevice.removeItem(key),
  }
}

/** The settings of a block that were changed and not saved: they outlive a change of the panel and of the page. */
export class UnsavedSettings {
  readonly #key: string

  constructor(blockId: string, userId: string) {
    this.#key = `witverse.editor.settings.${userId}.${blockId}`
  }

  get values(): object | null {
    return inTab.readJson(this.#key) as object | null
  }

  /** Replaces what was kept; an empty record removes it. */
  keep(values: object): void {
    if (Object.keys(values).length === 0) this.drop()
    else inTab.writeJson(this.#key, values)
  }

  drop(): void {
    inTab.removeItem(this.#key)
  }
}
