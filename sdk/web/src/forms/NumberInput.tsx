// A field for whole numbers, with buttons to decrease and increase. Its value is the typed text, so that an empty field
// differs from 0.
import type { ReactNode } from 'react'
import { usePartText } from '../text/usePartText'
import { Field } from '../ui/Field'
import { useIsSending } from '../ui/sending'
import { formTexts } from './messages'

interface NumberInputProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  hint?: ReactNode
  error?: string | undefined
  minimum?: number
  maximum?: number
  /** The difference that a button makes. */
  step?: number
  /** Shown after the number, such as "people". */
  unit?: string
  disabled?: boolean
}

const MOST_DIGITS = 15

export function NumberInput({
  label,
  hint,
  error,
  onValue,
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
  step = 1,
  unit,
  disabled = false,
  ...input
}: NumberInputProps) {
  const t = usePartText(formTexts)
  const isSending = useIsSending()
  const at = input.value === '' ? null : Number(input.value)
  const moveBy = (difference: number) =>
    onValue(String(Math.min(maximum, Math.max(minimum, (at ?? minimum - difference) + difference))))
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="wv-input wv-number" data-disabled={disabled || undefined}>
          <StepButton
            text="−"
            label={t('less')}
            field={label}
            disabled={disabled || (at ?? minimum) <= minimum}
            onStep={() => moveBy(-step)}
          />
          <input
            {...input}
            {...ids}
            readOnly={isSending}
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            onChange={(event) => onValue(event.target.value.replace(/\D/g, '').slice(0, MOST_DIGITS))}
            onKeyDown={(event) => {
              const difference = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0
              if (difference === 0) return
              event.preventDefault()
              moveBy(difference)
            }}
          />
          {unit && <span className="wv-number-unit">{unit}</span>}
          <StepButton
            text="+"
            label={t('moreBy')}
            field={label}
            disabled={disabled || (at ?? minimum) >= maximum}
            onStep={() => moveBy(step)}
          />
        </span>
      )}
    </Field>
  )
}

interface StepButtonProps {
  text: string
  label: string
  field: string
  disabled: boolean
  onStep: () => void
}

/** For pointers; the arrow keys do the same in the field. */
function StepButton({ text, label, field, disabled, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      className="wv-number-step"
      tabIndex={-1}
      aria-label={`${field}: ${label}`}
      disabled={disabled}
      onClick={onStep}
    >
      <span aria-hidden="true">{text}</span>
    </button>
  )
}
