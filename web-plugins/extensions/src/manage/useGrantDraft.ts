// The state of a form with permissions: the draft, and its errors once it was submitted.
import { useState } from 'react'
import type { Grant } from '../api/types'
import { dataError, draftOf, errorsOf, filesError, type GrantDraft, grantOf } from './grant'

export interface GrantForm {
  draft: GrantDraft
  onDraft: (draft: GrantDraft) => void
  showErrors: boolean
}

/** `checked` returns the grant, or null after it has shown the errors. */
export function useGrantDraft(first: Grant, requested: Grant) {
  const [draft, onDraft] = useState(() => draftOf(first, requested))
  const [showErrors, setShowErrors] = useState(false)
  const form: GrantForm = { draft, onDraft, showErrors }
  const checked = (): Grant | null => {
    const isComplete =
      Object.keys(errorsOf(draft, requested)).length === 0 &&
      !dataError(draft, requested) &&
      !filesError(draft, requested)
    setShowErrors(!isComplete)
    return isComplete ? grantOf(draft) : null
  }
  return { form, checked }
}
