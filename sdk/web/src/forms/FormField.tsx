// Connects a control of the kit with a field of a form: value, error, and validation when the field is left.
// An empty field shows no error until the form is submitted. A shown error is checked again with each change.
import type { ReactNode } from 'react'
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form'
import type { ZodForm } from './useZodForm'

export interface FieldProps<Value> {
  name: string
  value: Value
  onValue: (value: Value) => void
  onBlur: () => void
  error: string | undefined
}

interface FormFieldProps<V extends FieldValues, P extends FieldPath<V>> {
  form: ZodForm<V>
  name: P
  children: (field: FieldProps<FieldPathValue<V, P>>) => ReactNode
}

export function FormField<V extends FieldValues, P extends FieldPath<V>>({
  form,
  name,
  children,
}: FormFieldProps<V, P>) {
  const { state } = form
  const { field, fieldState } = useController({ name, control: state.control })

  function onValue(value: FieldPathValue<V, P>) {
    field.onChange(value)
    if (fieldState.error) void state.trigger(name)
  }

  function onBlur() {
    field.onBlur()
    // An error of the server stays until the value changes: the schema does not know it and would remove it.
    if (!isEmpty(field.value) && fieldState.error?.type !== 'server') void state.trigger(name)
  }

  return children({ name, value: field.value, onValue, onBlur, error: form.describe(fieldState.error) })
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
