// The buyer says that the goods of an accepted request are on their way back.
import { Button, Modal, useAction, useText, useToast } from '@witverse/sdk'
import { useOrderActions } from '../api/orders'
import { CarrierFields, useCarrier } from './CarrierFields'

interface SendBackDialogProps {
  orderId: string
  onClose: () => void
}

export function SendBackDialog({ orderId, onClose }: SendBackDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const carrier = useCarrier()
  const send = useAction(async () => {
    await actions.sendBack(orderId, carrier.sent)
    toast(t('request.sentBack'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('request.haveSent')} description={t('request.haveSentText')}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send.run()
        }}
      >
        <CarrierFields value={carrier} none={t('request.noCarrier')} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={send.pending} disabled={!carrier.isComplete}>
            {t('request.haveSent')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
