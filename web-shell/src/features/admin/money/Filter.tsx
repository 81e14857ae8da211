/** Toggle buttons for views of the same list. */
interface FilterProps<V extends string> {
  label: string
  value: V
  onValue: (value: V) => void
  options: { value: V; text: string }[]
}

export function Filter<V extends string>({ label, value, onValue, options }: FilterProps<V>) {
  return (
    <fieldset className="wv-tabs ad-filter">
      <legend className="wv-visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="wv-tab"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  )
}
