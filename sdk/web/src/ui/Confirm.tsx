// A confirmation dialog for an action that cannot be undone.
import type { ReactNode } from 'react'
import { useAction } from '../forms/useAction'
import { useText } from '../host/context'
import { Button } from './Button'
import { Modal } from './Modal'

interface ConfirmProps {
  title: string
  text: ReactNode
  action: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  tone?: 'plain' | 'danger'
  size?: 'regular' | 'wide'
  disabled?: boolean
  children?: ReactNode
}

export function Confirm(props: ConfirmProps) {
  const { title, text, action, onConfirm, onClose, tone, size = 'regular', disabled, children } = props
  const t = useText('kit')
  const { pending, run } = useAction(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={title} description={text} size={size}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled) void run()
        }}
      >
        {children}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            pending={pending}
            disabled={disabled ?? false}
            {...(tone === 'danger' && { className: 'is-danger' })}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
