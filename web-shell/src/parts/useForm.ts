// State of a small form: values, field errors, one submit at a time, focus on the first error.
// For the forms of the shell that are not on `@witverse/sdk/forms` yet.
// Errors are stored as text keys or as texts in both languages, so that they follow a language change.

import type { FormText } from '@witverse/sdk'
import { ApiError, DISMISSED, describeField, type LocalText, withUnsent } from '@witverse/sdk'
import { type FormEvent, useRef, useState } from 'react'

interface FormOptions<V, K extends string = string> {
  initial: V
  /** Returns the problem of each wrong field. */
  validate: (values: V) => { [field: string]: FormText<K> | undefined }
  submit: (values: V) => Promise<void>
  /** Assigns a server error to a field; `form` shows it below the form. */
  placeError?: (error: ApiError) => { field: keyof V | 'form'; text: FormText<K> } | null
}

export function useForm<V extends Record<string, string>, K extends string = never>(
  options: FormOptions<V, K>,
) {
  type Field = keyof V & string
  type Errors = Partial<Record<Field | 'form', FormText<K>>>
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function set(field: Field, value: string) {
    const next = { ...values, [field]: value }
    setValues(next)
    if (errors[field] !== undefined) {
      setErrors(({ [field]: _, form: __, ...others }) => others as Errors)
    }
  }

  /** Validates a field on blur if it is not empty. */
  function leave(field: Field) {
    const problem = values[field] ? options.validate(values)[field] : undefined
    if (problem !== undefined) setErrors((before) => ({ ...before, [field]: problem }))
  }

  function fail(found: Errors) {
    setErrors(found)
    const first = Object.keys(values).find((field) => found[field] !== undefined)
    requestAnimationFrame(
      () => first && (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus(),
    )
  }

  async function onSubmit(event?: FormEvent) {
    event?.preventDefault()
    if (pending) return
    const found = options.validate(values) as Errors
    if (Object.values(found).some((problem) => problem !== undefined)) return fail(found)
    setErrors({})
    setPending(true)
    try {
      await options.submit(values)
    } catch (error) {
      if (!isDismissed(error)) fail(errorsOf(error, options))
    } finally {
      setPending(false)
    }
  }

  const field = (name: Field) => ({
    name,
    value: values[name] as string,
    onValue: (value: string) => set(name, value),
    onBlur: () => leave(name),
  })

  /** Resets values and errors. After a submit, what was typed since stays. */
  function reset() {
    setValues((now) => withUnsent(options.initial, now, values))
    setErrors({})
  }

  return { form, values, errors, pending, set, field, onSubmit, setErrors, reset }
}

function errorsOf<V extends Record<string, string>, K extends string>(
  error: unknown,
  options: FormOptions<V, K>,
) {
  type Errors = Partial<Record<(keyof V & string) | 'form', FormText<K>>>
  if (!(error instanceof ApiError)) return { form: UNKNOWN } as Errors
  const placed = options.placeError?.(error)
  if (placed) return { [placed.field]: placed.text } as Errors
  const known = error.fields.filter((problem) => problem.field in options.initial)
  if (known.length > 0) {
    return Object.fromEntries(
      known.map((problem) => [problem.field, problem.language ?? describeField(problem, 'en')]),
    ) as Errors
  }
  return {
    form: error.language ?? (error.message ? { ko: error.message, en: error.message } : UNKNOWN),
  } as Errors
}

const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED

const UNKNOWN: LocalText = { ko: '알 수 없는 오류가 발생했습니다.', en: 'An unknown error occurred.' }
