// A panel that rises from the lower edge of the screen, for phones.
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useText } from '../host/context'
import { Icon } from './Icon'
import { focusModalContent, returnModalFocus } from './modal-focus'

interface BottomSheetProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

export function BottomSheet({ open, onClose, title, children }: BottomSheetProps) {
  const t = useText('kit')
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className="wv-sheet-layer">
          <Dialog.Content
            className="wv-sheet"
            aria-describedby={undefined}
            onOpenAutoFocus={focusModalContent}
            onCloseAutoFocus={returnModalFocus}
          >
            <header className="wv-sheet-head">
              <Dialog.Title className="wv-sheet-title">{title}</Dialog.Title>
              <Dialog.Close className="wv-icon-button" aria-label={t('close')}>
                <Icon name="close" />
              </Dialog.Close>
            </header>
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
