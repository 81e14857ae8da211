// The state of a form with permissions: the draft, and its errors once it was submitted.
import { useState } from 'react'
import type { Grant, Permission } from '../api/types'
import {
  collectionKeys,
  collectionsError,
  collectionsOf,
  dataError,
  draftOf,
  errorsOf,
  filesError,
  type GrantDraft,
  type GrantKey,
  grantOf,
  withoutCollections,
} from './grant'

export interface GrantForm {
  draft: GrantDraft
  onDraft: (draft: GrantDraft) => void
  showErrors: boolean
  /** The scopes that the choice of collections limits. */
  limited: readonly GrantKey[]
}

interface First {
  /** What the form allows at first. */
  grant: Grant
  /** What is granted now, in words; empty at the first install. */
  granted: readonly Permission[]
  requested: Grant
  /** What is asked for, in words. */
  permissions: readonly Permission[]
}

/** `checked` returns the grant, or null after it has shown the errors. */
export function useGrantDraft({ grant, granted, requested, permissions }: First) {
  const [draft, onDraft] = useState(() => {
    const isNew = collectionKeys(granted).length === 0 && collectionsOf(grant) === null
    return draftOf(isNew ? withoutCollections(grant) : grant, requested)
  })
  const [showErrors, setShowErrors] = useState(false)
  const limited = collectionKeys(permissions)
  const form: GrantForm = { draft, onDraft, showErrors, limited }
  const checked = (): Grant | null => {
    const isComplete =
      Object.keys(errorsOf(draft, requested)).length === 0 &&
      !dataError(draft, requested) &&
      !filesError(draft, requested) &&
      !collectionsError(draft, limited)
    setShowErrors(!isComplete)
    return isComplete ? grantOf(draft, limited) : null
  }
  return { form, checked }
}
