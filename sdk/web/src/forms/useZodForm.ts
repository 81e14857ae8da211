// The state of a form: react-hook-form with a zod schema. The messages in the schema are text keys, so that errors follow
// a change of the language. Server errors (problem+json) are shown at their fields, else below the form.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { ApiError, describeField, type FieldProblem, type LocalText } from '@witverse/api-client'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { input, output, ZodMiniType } from 'zod/mini'
import { isDismissed } from '../api/errors'
import { useLanguage, useText } from '../host/context'
import type { TextKey, TextNamespace } from '../text/keys'
import { usePartText } from '../text/usePartText'
import { formTexts } from './messages'
import { withUnsent } from './unsent'
import type { FormText } from './useFormText'

type OneOrMore<T> = T | readonly T[]
type Schema<In extends FieldValues = FieldValues> = ZodMiniType<unknown, In>

interface ZodFormOptions<N extends TextNamespace, S extends Schema> {
  /** The namespace of the schema's messages. */
  texts: N
  schema: S
  initial: input<S> & FieldValues
  /** Gets the parsed values. A rejection with an `ApiError` becomes field errors or the form's error. */
  submit: (values: output<S>) => Promise<unknown>
  /** Assigns a server error to fields; `form` shows it below the form; null for the default. */
  placeError?: (
    error: ApiError,
    values: input<S> & FieldValues,
  ) => OneOrMore<{ field: FieldPath<input<S> & FieldValues> | 'form'; text: FormText<TextKey<N>> }> | null
  /** Assigns the server's problem of a field to another field; null for the field of the same name. */
  placeField?: (
    problem: FieldProblem,
    values: input<S> & FieldValues,
  ) => { field: FieldPath<input<S> & FieldValues>; text?: FormText<TextKey<N>> } | null
}

export interface ZodForm<V extends FieldValues = FieldValues> {
  /** For watching and setting values. */
  state: UseFormReturn<V, unknown, unknown>
  element: RefObject<HTMLFormElement | null>
  /** A submit is running. */
  pending: boolean
  /** The error of the form as a whole, in the current language. */
  error: string | undefined
  /** The text of a field's error in the current language. */
  describe: (error: FieldError | undefined) => string | undefined
  /** The same of a field by its name, for lists of fields that change their length: `items.3.name`. */
  errorOf: (name: string) => string | undefined
  onSubmit: (event?: FormEvent) => Promise<void>
  /** Shows an error of the form as a whole, or none. The next submit removes it. */
  setError: (error: FormText | null) => void
  /** Sets the values, by default the initial ones. During a submit, what was typed since its begin stays. */
  reset: (values?: V) => void
}

export function useZodForm<N extends TextNamespace, S extends Schema>(
  options: ZodFormOptions<N, S>,
): ZodForm<input<S> & FieldValues> {
  type Values = input<S> & FieldValues
  const { schema, initial } = options
  const element = useRef<HTMLFormElement>(null)
  const sent = useRef<Values | null>(null)
  const [error, setError] = useState<FormText | null>(null)
  const [pending, setPending] = useState(false)
  const describe = useDescribe(options.texts)
  const state = useForm<Values, unknown, unknown>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: standardSchemaResolver(schema) as never,
    shouldFocusError: false, // controls may be custom; focusFirst finds them by name
    mode: 'onSubmit',
    reValidateMode: 'onSubmit', // FormField validates after a change
  })
  const { errors } = state.formState

  // After the errors are in the document.
  const [failures, setFailures] = useState(0)
  const focusFirst = () => setFailures((count) => count + 1)
  useEffect(() => {
    if (failures > 0) focusFirstError(element.current)
  }, [failures])

  function showServerError(cause: unknown) {
    const { form, fields } = serverErrors(cause, state.getValues(), options)
    setError(form)
    for (const [name, text] of fields) {
      const described = typeof text === 'string' ? { message: text } : { types: { ...text } }
      state.setError(name as FieldPath<Values>, { type: 'server', ...described })
    }
    if (fields.length > 0) focusFirst()
  }

  async function onSubmit(event?: FormEvent) {
    event?.preventDefault()
    event?.stopPropagation() // a form in a modal must not submit the form around it
    if (pending) return
    setError(null)
    setPending(true)
    sent.current = structuredClone(state.getValues())
    let invalid = false
    try {
      await state.handleSubmit(
        async (values) => void (await options.submit(values as output<S>)),
        () => {
          invalid = true
        },
      )()
      if (invalid) focusFirst()
    } catch (cause) {
      if (!isDismissed(cause)) showServerError(cause)
    } finally {
      sent.current = null
      setPending(false)
    }
  }

  function reset(values?: Values) {
    setError(null)
    const next = values ?? (initial as Values)
    state.reset(sent.current ? withUnsent(next, state.getValues(), sent.current) : next)
  }

  return {
    state,
    element,
    pending,
    error: error === null ? undefined : describe(asError(error)),
    describe,
    errorOf: (name) => describe(get(errors, name)),
    onSubmit,
    setError,
    reset,
  }
}

const asError = (text: FormText): FieldError =>
  typeof text === 'string' ? { type: 'form', message: text } : { type: 'form', types: { ...text } }

/** Returns the text of an error: a server text, a key of the form's texts, or a key of the kit's. */
function useDescribe(texts: TextNamespace) {
  const own = useText(texts)
  const kit = usePartText(formTexts)
  const { language } = useLanguage()
  return (error: FieldError | undefined): string | undefined => {
    // The fields in a list have errors, not the list.
    if (typeof error?.type !== 'string') return undefined
    const local = error.types?.[language]
    if (typeof local === 'string') return local
    const [key = '', values] = (error.message ?? 'unknown').split('\n')
    const filled: Record<string, string> = values === undefined ? {} : JSON.parse(values)
    return (
      own(key as never, { ...filled, defaultValue: '' }) ||
      kit(key as never, { ...filled, defaultValue: key })
    )
  }
}

interface Placing<V> {
  placeError?: (error: ApiError, values: V) => OneOrMore<{ field: string; text: FormText }> | null
  placeField?: (problem: FieldProblem, values: V) => { field: string; text?: FormText } | null
}

type Placed = { form: FormText | null; fields: [name: string, text: FormText][] }

function serverErrors<V extends FieldValues>(
  cause: unknown,
  values: V,
  { placeError, placeField }: Placing<V>,
): Placed {
  if (!(cause instanceof ApiError)) return { form: 'unknown', fields: [] }
  const placed = [placeError?.(cause, values) ?? []].flat()
  if (placed.length > 0) {
    return {
      form: placed.find(({ field }) => field === 'form')?.text ?? null,
      fields: placed.filter(({ field }) => field !== 'form').map(({ field, text }) => [field, text]),
    }
  }
  const known = new Map<string, FormText>()
  for (const problem of cause.fields) {
    const text = problem.language ?? inBoth(describeField(problem, 'en'))
    const at = { field: problem.field, text, ...placeField?.(problem, values) }
    // A field shows its first problem.
    if (get(values, at.field) !== undefined && !known.has(at.field)) known.set(at.field, at.text)
  }
  if (known.size > 0) return { form: null, fields: [...known] }
  return { form: cause.language ?? (cause.message ? inBoth(cause.message) : 'unknown'), fields: [] }
}

const inBoth = (text: string): LocalText => ({ ko: text, en: text })

/** Controls mark their errors with `aria-invalid`, buttons with `data-invalid`; the first in the document gets the focus. */
function focusFirstError(form: HTMLFormElement | null) {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  const focusable = control?.matches('input, select, textarea, button, [tabindex], [contenteditable]')
  if (focusable) control?.focus()
  else control?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]')?.focus()
}
