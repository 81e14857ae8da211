// Ships an order, or adds another parcel to a shipped one: the carrier, the number, and the proof of packing.
import { Button, Modal, useAction, useText, useToast } from '@witverse/sdk'
import { useOrderActions } from '../api/orders'
import type { OrderCard } from '../api/types'
import { CarrierFields, useCarrier } from './CarrierFields'
import { ProofFields, useProof } from './ProofFields'

interface ShipDialogProps {
  order: OrderCard
  step: 'ship' | 'parcel'
  onClose: () => void
}

export function ShipDialog({ order, step, onClose }: ShipDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const carrier = useCarrier()
  const { draft, setDraft, proof, isUploading, setUploading } = useProof()
  const ship = useAction(async () => {
    await actions.step(order.orderId, { step, ...carrier.sent, ...proof })
    toast(t('desk.moved'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t(`desk.${step}.title`)} description={t(`desk.${step}.text`)}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void ship.run()
        }}
      >
        <CarrierFields value={carrier} none={t('desk.ship.byHand')} />
        <ProofFields value={draft} onChange={setDraft} onBusy={setUploading} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={ship.pending} disabled={isUploading || !carrier.isComplete}>
            {t(`desk.steps.${step}`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
