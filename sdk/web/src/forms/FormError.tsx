// The error of a form as a whole. Place it above the submit button.
import type { FieldValues } from 'react-hook-form'
import type { ZodForm } from './useZodForm'

export function FormError<V extends FieldValues>({ form }: { form: ZodForm<V> }) {
  if (!form.error) return null
  return (
    <p className="wv-form-error" role="alert">
      {form.error}
    </p>
  )
}
