// The modal of the product: 328 px wide (at most 90 % of the screen), at most 85 % high.
// It has its own overlay: Radix's overlay locks scrolling with an injected <style>, which the page's CSP blocks.
// This one contains the scrolling itself.
// The close button is last in the document, so that focus starts in the content.
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { usePluginId, useText } from '../host/context'
import { classes } from './classes'
import { Icon } from './Icon'
import { focusModalContent, returnModalFocus } from './modal-focus'
import { SendingScope } from './sending'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Shown above the title. */
  art?: ReactNode
  /** `wide` for lists and forms with two columns. */
  size?: 'regular' | 'wide'
  /** False if closing would lose work: then only the close button closes, not Escape or a click outside. */
  closeOnOutside?: boolean
  /** By default as `closeOnOutside`. True for dialogs that a click must not close, but that hold nothing to lose. */
  closeOnEscape?: boolean
  children: ReactNode
}

export function Modal({
  open,
  onClose,
  title,
  description,
  art,
  size,
  closeOnOutside = true,
  closeOnEscape = closeOnOutside,
  children,
}: ModalProps) {
  const t = useText('kit')
  const plugin = usePluginId()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className="wv-modal-layer" {...(plugin && { 'data-plugin': plugin })}>
          <Dialog.Content
            className={classes('wv-modal', size === 'wide' && 'is-wide')}
            onOpenAutoFocus={focusModalContent}
            onCloseAutoFocus={returnModalFocus}
            onPointerDownOutside={(event) => !closeOnOutside && event.preventDefault()}
            onEscapeKeyDown={(event) => !closeOnEscape && event.preventDefault()}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className="wv-modal-head">
              {art}
              <Dialog.Title className="wv-modal-title">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="wv-modal-description">{description}</Dialog.Description>
              )}
            </header>
            <div className="wv-modal-body">
              <SendingScope>{children}</SendingScope>
            </div>
            <Dialog.Close className="wv-icon-button wv-modal-close" aria-label={t('close')}>
              <Icon name="close" />
            </Dialog.Close>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
