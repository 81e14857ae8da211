interface Props {
  label: string
  name: string
  on: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

export function Switch({ label, name, on, disabled, onChange }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="ml-switch"
      name={name}
      aria-label={label}
      checked={on}
      aria-checked={on}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
