// One of a few: as a row of buttons, or as the platform's own list; and a box to tick.
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

/** All of them side by side. */
export function Segments({ label, name, value, onValue, options }: ChoiceProps) {
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

export function Select({ label, name, value, onValue, options }: ChoiceProps) {
  return (
    <Field label={label} className="wv-select">
      {(ids) => (
        <span className="wv-input">
          <select {...ids} name={name} value={value} onChange={(event) => onValue(event.target.value)}>
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
