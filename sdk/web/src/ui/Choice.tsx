// Form controls for a choice: a row of radio buttons, a native select, a checkbox.
import { type ReactNode, type Ref, useId } from 'react'
import { classes } from './classes'
import { Field } from './Field'

interface Option {
  value: string
  text: string
}

interface ChoiceProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  options: Option[]
}

interface SegmentsProps extends ChoiceProps {
  /** Shows the label above the buttons, as in forms; otherwise it is for screen readers only. */
  showsLabel?: boolean
}

/** Radio buttons side by side. */
export function Segments({ showsLabel = false, ...choice }: SegmentsProps) {
  if (!showsLabel) return <SegmentsGroup {...choice} />
  return (
    <div className="wv-field">
      <span className="wv-field-label" aria-hidden="true">
        {choice.label}
      </span>
      <SegmentsGroup {...choice} />
    </div>
  )
}

function SegmentsGroup({ label, name, value, onValue, options }: ChoiceProps) {
  return (
    <fieldset className="wv-segments">
      <legend className="wv-visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface SelectProps extends ChoiceProps {
  hint?: ReactNode
  error?: string | undefined
}

/** A native select, for keyboards and phones. */
export function Select({ label, hint, error, options, onValue, ...others }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} className="wv-select">
      {(ids) => (
        <span className="wv-input">
          <select {...others} {...ids} onChange={(event) => onValue(event.target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

interface CheckboxProps {
  label: ReactNode
  name: string
  checked: boolean
  onChecked: (checked: boolean) => void
  /** A line below the label; a click on it also toggles the checkbox. */
  hint?: ReactNode
  error?: string | undefined
  className?: string
  /** The input element, to move the focus to it. */
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, hint, error, className, checked, onChecked, name, ref }: CheckboxProps) {
  const noteId = useId()
  return (
    <div className={classes('wv-check', className)}>
      <label>
        <input
          ref={ref}
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          onChange={(event) => onChecked(event.target.checked)}
        />
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      </label>
      {error && (
        <small id={noteId} role="alert">
          {error}
        </small>
      )}
    </div>
  )
}
