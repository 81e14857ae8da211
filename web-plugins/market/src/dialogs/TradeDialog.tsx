// A dialog that confirms a trade. It stays open if the server asks for something more.
import { Button, Modal, useAction, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'

interface TradeDialogProps {
  title: string
  text: ReactNode
  /** Null: there is nothing to confirm any more. */
  action: string | null
  disabled: boolean
  /** Returns whether the dialog closes. */
  onConfirm: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

export function TradeDialog({
  title,
  text,
  action,
  disabled,
  onConfirm,
  onClose,
  children,
}: TradeDialogProps) {
  const t = useText('kit')
  const ours = useText('market')
  const { pending, run } = useAction(async () => {
    if (await onConfirm()) onClose()
  })
  return (
    <Modal open onClose={onClose} title={title} description={text}>
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
            {action === null ? ours('closeDialog') : t('cancel')}
          </Button>
          {action !== null && (
            <Button type="submit" pending={pending} disabled={disabled}>
              {action}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}
