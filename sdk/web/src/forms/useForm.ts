// A small form: values, errors at the fields, one submit at a time, focus on the first error.
// Errors are kept as keys or as texts in both languages, so that they follow a change of language.
import { ApiError, describeField, type LocalText } from '@witverse/api-client'
import { type FormEvent, useRef, useState } from 'react'
import { isDismissed } from '../api/errors'

/** A key of the page's own texts, or a text of the server. */
export type FormText = string | LocalText

export interface FormOptions<V> {
  initial: V
  /** The problem of each wrong field; an empty object when all is well. */
  validate: (values: V) => Partial<Record<keyof V, FormText>>
  submit: (values: V) => Promise<void>
  /** Which field a refused submit belongs to; `form` for none of them. */
  placeError?: (error: ApiError) => { field: keyof V | 'form'; text: FormText } | null
}

export function useForm<V extends Record<string, string>>(options: FormOptions<V>) {
  type Field = keyof V & string
  type Errors = Partial<Record<Field | 'form', FormText>>
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

  /** Leaving a field that has content shows its problem; an empty one waits for the submit. */
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
    if (Object.keys(found).length > 0) return fail(found)
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

  /** As it was in the beginning. */
  function reset() {
    setValues(options.initial)
    setErrors({})
  }

  return { form, values, errors, pending, set, field, onSubmit, setErrors, reset }
}

function errorsOf<V extends Record<string, string>>(error: unknown, options: FormOptions<V>) {
  type Errors = Partial<Record<(keyof V & string) | 'form', FormText>>
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

const UNKNOWN: LocalText = { ko: '알 수 없는 오류가 발생했습니다.', en: 'An unknown error occurred.' }
