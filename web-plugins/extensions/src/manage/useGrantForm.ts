// The form with the permissions of a plugin. Its fields show their own errors, with the limits of the request.
import { messageKeys, useZodForm, type ZodForm, z } from '@witverse/sdk/forms'
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

const INCOMPLETE = messageKeys<'extensions'>()('required')

export interface GrantForm {
  form: ZodForm<{ draft: GrantDraft }>
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
  submit: (grant: Grant) => Promise<unknown>
}

export function useGrantForm({ grant, granted, requested, permissions, submit }: First): GrantForm {
  const limited = collectionKeys(permissions)
  const isComplete = (draft: GrantDraft) =>
    Object.keys(errorsOf(draft, requested)).length === 0 &&
    !dataError(draft, requested) &&
    !filesError(draft, requested) &&
    !collectionsError(draft, limited)
  const [first] = useState(() => {
    const isNew = collectionKeys(granted).length === 0 && collectionsOf(grant) === null
    return draftOf(isNew ? withoutCollections(grant) : grant, requested)
  })
  const form = useZodForm({
    texts: 'extensions',
    schema: z.object({ draft: z.custom<GrantDraft>().check(z.refine(isComplete, INCOMPLETE)) }),
    initial: { draft: first },
    submit: ({ draft }) => submit(grantOf(draft, limited)),
  })
  return {
    form,
    draft: form.state.watch('draft'),
    onDraft: (draft) => {
      form.state.setValue('draft', draft)
      if (form.errorOf('draft')) void form.state.trigger('draft')
    },
    showErrors: form.errorOf('draft') !== undefined,
    limited,
  }
}
