// The frame of choosing a world; what is in it comes from the plugin that knows worlds.
import { Modal, useText } from '@witverse/sdk'
import { Slot } from '../../app/Slot'
import type { ModalProps } from '../modal-props'

export function SelectWorldModal({ close }: ModalProps) {
  const t = useText('shell')
  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      title={t('selectWorld.title')}
      description={t('selectWorld.description')}
    >
      <Slot at="modal.select-world" close={close} />
    </Modal>
  )
}
