// The frame of the select-world modal. Its content is a slot.
import { Modal, useText } from '@witverse/sdk'
import type { ModalProps } from '../../lib/modal-props'
import { Slot } from '../../lib/Slot'

export function SelectWorldModal({ close }: ModalProps) {
  const t = useText('shell')
  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      closeOnEscape
      title={t('selectWorld.title')}
      description={t('selectWorld.description')}
    >
      <Slot at="modal.select-world" close={close} />
    </Modal>
  )
}
