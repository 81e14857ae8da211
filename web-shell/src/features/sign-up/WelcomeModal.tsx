import { Button, Modal, useModal, useText } from '@witverse/sdk'
import { emailIn, type ModalProps } from '../../lib/modal-props'
import { LitWindow } from './LitWindow'

export function WelcomeModal({ data, close }: ModalProps) {
  const t = useText('shell')
  const modal = useModal()
  return (
    <Modal
      open
      onClose={close}
      title={t('welcome.title')}
      description={t('welcome.text')}
      art={<LitWindow />}
    >
      <Button wide onClick={() => modal.open('sign-in', { email: emailIn(data) })}>
        {t('welcome.signIn')}
      </Button>
    </Modal>
  )
}
