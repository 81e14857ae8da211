// The form of the wizard: at its fields what the browser finds wrong in a step, and what the server has refused.
import { formatCount, serverNow, useText } from '@witverse/sdk'
import { messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import { type FormEvent, useEffect, useState } from 'react'
import { useBlock } from '../api/choices'
import { type Draft, STEPS, type StepId } from './draft'
import { keepDraft } from './drafts'
import { type Problem, problemsOf } from './problems'
import { changedFields, refusedFields, stepOf } from './refusal'

interface DraftForm {
  initial: Draft
  /** Where the draft is kept. */
  slot: string
  step: StepId
  goTo: (step: StepId) => void
  /** Gets the draft if nothing in the step is wrong; nothing in all steps if it is the preview. */
  submit: (draft: Draft) => Promise<unknown>
}

export function useDraftForm({ initial, slot, step, goTo, submit }: DraftForm) {
  const t = useText('events')
  const [first] = useState(initial)
  const form = useZodForm({
    texts: 'events',
    schema: z.custom<Draft>().check(
      z.superRefine((draft, context) => {
        const game = draft.blockId === '' ? undefined : block.data?.game
        for (const problem of problemsOf(draft, step, { nowMs: serverNow(), game }).sort(listsFirst)) {
          const path = problem.field.split('.')
          context.addIssue({ code: 'custom', input: draft, path, message: messageOf(problem) })
        }
      }),
    ),
    initial: first,
    submit,
    placeError: (error, draft) =>
      Object.entries(refusedFields(error))
        .filter(([field]) => stepOf(field, draft) !== null)
        .map(([field, text]) => ({ field: field as keyof Draft, text })),
  })
  const { state } = form
  const { errors } = state.formState
  const draft: Draft = state.watch()
  const block = useBlock(draft.blockId)
  useEffect(() => keepDraft(slot, first), [slot, first])

  function set(changes: Partial<Draft>) {
    for (const [name, value] of Object.entries(changes)) state.setValue(name as keyof Draft, value as never)
    keepDraft(slot, state.getValues())
    const changed = changedFields(changes)
    // What the server has refused stays until it changes.
    const again = Object.entries(errors)
      .filter(([name, error]) => changed.has(name) || !errorsIn(error).some(({ type }) => type === 'server'))
      .map(([name]) => name as keyof Draft)
    if (again.length > 0) void state.trigger(again)
  }

  /** Goes to the first step with an error. */
  async function onSubmit(event?: FormEvent) {
    await form.onSubmit(event)
    const wrong = [...Object.keys(first), 'image'].filter(
      (name) => state.getFieldState(name as keyof Draft).error !== undefined,
    )
    const at = STEPS.find((id) => wrong.some((name) => stepOf(name, state.getValues()) === id))
    if (at) goTo(at)
  }

  const shown = Object.entries(errors)
    .filter(([name]) => stepOf(name, draft) === step)
    .flatMap(([, error]) => errorsIn(error))
  const areMissing = shown.every(({ message }) => message === 'required')
  return {
    form: { ...form, onSubmit },
    draft,
    set,
    /** The text for the whole step. */
    summary: shown.length === 0 ? undefined : t(areMissing ? 'required' : 'problems.check'),
  }
}

const key = messageKeys<'events'>()
const messageOf = ({ key: text, values }: Problem) =>
  key(text, values && { min: formatCount(values.min ?? 0), max: formatCount(values.max ?? 0) })

/** The error of a list comes before those in it, which are set into it. */
const listsFirst = (a: Problem, b: Problem) => a.field.split('.').length - b.field.split('.').length

interface FoundError {
  type?: unknown
  message?: unknown
}

/** The error of a field, and those of the fields in it. */
const errorsIn = (error: unknown): FoundError[] =>
  typeof error === 'object' && error !== null
    ? [...('type' in error ? [error] : []), ...Object.values(error).flatMap(errorsIn)]
    : []
