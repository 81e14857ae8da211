// An input for six digits in six cells. A single input covers the cells, so that pasting, one-time-code suggestions,
// deleting and screen readers work.
import { useState } from 'react'
import { Field } from './Field'
import { useIsSending } from './sending'

export const CODE_LENGTH = 6

interface CodeInputProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

export function CodeInput({ label, value, onValue, error, ...others }: CodeInputProps) {
  const [focused, setFocused] = useState(false)
  const isSending = useIsSending()
  const at = Math.min(value.length, CODE_LENGTH - 1)
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <span className="wv-code" translate="no" data-focused={focused || undefined}>
          <input
            {...others}
            {...ids}
            readOnly={isSending}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => onValue(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
          />
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <span key={index} className="wv-code-cell" data-at={index === at || undefined} aria-hidden="true">
              {value[index]}
            </span>
          ))}
        </span>
      )}
    </Field>
  )
}
