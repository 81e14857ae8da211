// Fields of the editor's panels. They take effect when one leaves them or presses Enter: each is one command.
import { Field, TextInput } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface NumberFieldProps {
  label: string
  name: string
  value: number
  step?: number
  min?: number
  max?: number
  onCommit: (value: number) => void
}

export function NumberField({ value, onCommit, ...others }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function commit() {
    const next = Number((typed ?? '').replace(',', '.'))
    if (typed !== null && typed.trim() !== '' && Number.isFinite(next) && next !== value) onCommit(next)
    setTyped(null)
  }
  return (
    <TextInput
      {...others}
      type="number"
      inputMode="decimal"
      value={typed ?? String(value)}
      onValue={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

interface ColourFieldProps {
  label: string
  name: string
  value: string
  palette: readonly string[]
  onCommit: (colour: string) => void
}

/** Swatches, and the browser's own choice of a colour. */
export function ColourField({ label, name, value, palette, onCommit }: ColourFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // React's onChange comes with each movement in the browser's window; `change` comes when it closes.
  const commit = useEffectEvent(() => input.current && onCommit(input.current.value))
  useEffect(() => {
    const element = input.current
    const listener = () => commit()
    element?.addEventListener('change', listener)
    return () => element?.removeEventListener('change', listener)
  }, [])
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  return (
    <Field label={label}>
      {(ids) => (
        <span className="bl-colours">
          <input {...ids} ref={input} type="color" name={name} defaultValue={value} />
          {palette.map((colour) => (
            <button
              key={colour}
              type="button"
              className="bl-swatch"
              aria-label={colour}
              aria-pressed={colour === value}
              onClick={() => onCommit(colour)}
            >
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={colour} />
              </svg>
            </button>
          ))}
        </span>
      )}
    </Field>
  )
}
