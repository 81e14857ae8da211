import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { useText } from '../host/context'
import { Field } from './Field'
import { Icon } from './Icon'

type Plain = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix'>

export interface TextInputProps extends Plain {
  label: string
  value: string
  onValue: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  good?: string | undefined
  /** Shown in front of the text, such as the start of an address. */
  lead?: ReactNode
}

export function TextInput({
  label,
  value,
  onValue,
  hint,
  error,
  good,
  lead,
  type = 'text',
  ...others
}: TextInputProps) {
  const t = useText('kit')
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <Field label={label} hint={hint} error={error} good={good}>
      {(ids) => (
        <span className="wv-input">
          {lead && <span className="wv-input-lead">{lead}</span>}
          <input
            {...others}
            {...ids}
            type={secret && shown ? 'text' : type}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          {secret && (
            <button
              type="button"
              className="wv-input-eye"
              aria-pressed={shown}
              aria-label={t('showPassword')}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'hidden' : 'eye'} size={18} />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}

/** A search field for names and addresses: no completion, capitalisation or correction. */
export function SearchInput(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="search" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
}

interface TextAreaProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  maxLength?: number
  rows?: number
}

export function TextArea({ label, hint, error, onValue, ...others }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="wv-input is-area">
          <textarea {...others} {...ids} onChange={(event) => onValue(event.target.value)} />
        </span>
      )}
    </Field>
  )
}
