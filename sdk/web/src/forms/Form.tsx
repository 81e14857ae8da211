// The form element: submit, and the error of the form as a whole.
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { classes } from '../ui/classes'
import type { ZodForm } from './useZodForm'

interface FormProps<V extends FieldValues> {
  form: ZodForm<V>
  className?: string
  children: ReactNode
}

export function Form<V extends FieldValues>({ form, className, children }: FormProps<V>) {
  return (
    <form
      ref={form.element}
      className={classes('wv-form', className)}
      aria-busy={form.pending || undefined}
      noValidate
      onSubmit={(event) => void form.onSubmit(event)}
    >
      {children}
    </form>
  )
}
