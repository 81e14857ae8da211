// One of a few, as the platform itself draws it: a keyboard and a phone know how to use it.
import { Field } from '@witverse/sdk'

interface SelectProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  options: { value: string; text: string }[]
  error?: string | undefined
  hint?: string
}

export function Select({ label, options, onValue, error, hint, ...others }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <span className="wv-input pt-select">
          <select {...others} {...ids} onChange={(event) => onValue(event.target.value)}>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

interface CheckboxProps {
  label: string
  name: string
  checked: boolean
  onChecked: (checked: boolean) => void
  hint?: string
}

export function Checkbox({ label, hint, checked, onChecked, name }: CheckboxProps) {
  return (
    <label className="pt-check">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
