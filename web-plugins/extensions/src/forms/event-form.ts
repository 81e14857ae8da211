// The kinds of events that the plugins of a world bring, and their forms: what was typed, and the values in their types.
import { type EventFormValue, lengthOf } from '@witverse/sdk'
import type { Extension, Setting } from '../api/types'
import { rangeError, typed } from './settings'

export interface EventKind {
  install: string
  title: { ko: string; en: string }
  form: Setting[]
}

/** The kinds of events among plugins. The server sends none for a trial. */
export const eventKinds = (extensions: readonly Extension[]): EventKind[] =>
  extensions.flatMap(({ id, event }) =>
    event ? [{ install: id, title: event.title, form: event.form }] : [],
  )

/** What is wrong with a field as it was typed. */
export function formError(field: Setting, text: string): 'required' | 'short' | 'range' | null {
  if (rangeError(field, text)) return 'range'
  const least = field.minLength ?? 0
  const length = lengthOf(text.trim())
  if (length >= least) return null
  return length === 0 ? 'required' : 'short'
}

/** The value of a form; without texts, its defaults. */
export function filled(kind: EventKind, texts: Record<string, string> | null): EventFormValue {
  const { install, title, form } = kind
  const shown = Object.fromEntries(
    form.map(({ key, default: first }) => [key, texts?.[key] ?? String(first)]),
  )
  return {
    install,
    name: title,
    texts: shown,
    form: Object.fromEntries(form.map((field) => [field.key, typed(field, shown[field.key] ?? '')])),
    isComplete: form.every((field) => formError(field, shown[field.key] ?? '') === null),
  }
}
