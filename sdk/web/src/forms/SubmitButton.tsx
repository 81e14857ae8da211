// The submit button of a form. It ignores clicks while a submit is running.
import type { FieldValues } from 'react-hook-form'
import { Button, type ButtonProps } from '../ui/Button'
import type { ZodForm } from './useZodForm'

interface SubmitButtonProps<V extends FieldValues> extends Omit<ButtonProps, 'form' | 'type' | 'pending'> {
  form: ZodForm<V>
}

export function SubmitButton<V extends FieldValues>({ form, ...others }: SubmitButtonProps<V>) {
  return <Button {...others} type="submit" pending={form.pending} />
}
