// A labelled control with a hint and an error, associated for screen readers.
import { type ReactNode, useId } from 'react'
import { classes } from './classes'

export interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** A positive message about the input, such as an available name. */
  good?: string | undefined
  className?: string
  children: (ids: ControlIds) => ReactNode
}

export function Field({ label, hint, error, good, className, children }: FieldProps) {
  const id = useId()
  const note = error || good || hint
  return (
    <div className={classes('wv-field', error && 'has-error', className)}>
      <label className="wv-field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <p
        id={`${id}-note`}
        className={classes('wv-field-note', error ? 'is-error' : good && 'is-good')}
        role={error ? 'alert' : undefined}
      >
        {note}
      </p>
    </div>
  )
}
