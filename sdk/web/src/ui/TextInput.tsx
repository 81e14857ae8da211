import { type InputHTMLAttributes, type KeyboardEventHandler, type ReactNode, useState } from 'react'
import { useText } from '../host/context'
import { Field } from './Field'
import { Icon } from './Icon'
import { useIsSending } from './sending'
import { useOneLine } from './useOneLine'
import { useTextLimit } from './useTextLimit'

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
  /** The limit in characters as people count them; what goes beyond it is not put in. */
  maxLength?: number
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
  maxLength,
  ...others
}: TextInputProps) {
  const t = useText('kit')
  const [shown, setShown] = useState(false)
  const limited = useTextLimit(value, onValue, maxLength)
  const isSending = useIsSending()
  useOneLine(value, onValue)
  const secret = type === 'password'
  return (
    <Field label={label} hint={hint} error={error} good={good}>
      {(ids) => (
        <span className="wv-input">
          {lead && <span className="wv-input-lead">{lead}</span>}
          <input
            readOnly={isSending}
            {...others}
            {...ids}
            type={secret && shown ? 'text' : type}
            {...limited}
            value={value}
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
  /** The limit in characters as people count them; what goes beyond it is not put in. */
  maxLength?: number
  rows?: number
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>
}

export function TextArea({ label, hint, error, value, onValue, maxLength, ...others }: TextAreaProps) {
  const limited = useTextLimit(value, onValue, maxLength)
  const isSending = useIsSending()
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="wv-input is-area">
          <textarea readOnly={isSending} {...others} {...ids} {...limited} value={value} />
        </span>
      )}
    </Field>
  )
}
