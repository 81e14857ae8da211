// A form in a modal: the error of the form, and the buttons to cancel and to submit.
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useText } from '../host/context'
import { Button } from '../ui/Button'
import { Modal } from '../ui/Modal'
import { Form } from './Form'
import { FormError } from './FormError'
import { SubmitButton } from './SubmitButton'
import type { ZodForm } from './useZodForm'

interface FormDialogProps<V extends FieldValues> {
  form: ZodForm<V>
  title: string
  text?: ReactNode
  /** The text of the submit button. */
  action: string
  tone?: 'plain' | 'danger'
  size?: 'regular' | 'wide'
  /** For much text: a click outside does not close the dialog. */
  holdsText?: boolean
  /** By default not for much text. */
  closesOnEscape?: boolean
  className?: string
  /** Nothing can be sent yet, for example during an upload. Wrong fields do not disable the button: it shows their errors. */
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const {
    form,
    title,
    text,
    action,
    tone,
    size = 'regular',
    holdsText = false,
    disabled = false,
    onClose,
    children,
  } = props
  const { closesOnEscape = !holdsText } = props
  const t = useText('kit')
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      description={text}
      size={size}
      closeOnOutside={!holdsText}
      closeOnEscape={closesOnEscape}
    >
      <Form form={form} {...(props.className && { className: props.className })}>
        {children}
        <FormError form={form} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton
            form={form}
            disabled={disabled}
            {...(tone === 'danger' && { className: 'is-danger' })}
          >
            {action}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  )
}
