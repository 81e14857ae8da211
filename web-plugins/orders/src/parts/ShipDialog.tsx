// Ships an order, or adds another parcel to a shipped one: the carrier, the number, and the proof of packing.
import { useText, useToast } from '@witverse/sdk'
import { FormDialog, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { OrderCard } from '../api/types'
import { CarrierFields, carrierShape, isCompleteCarrier, NO_CARRIER, sentCarrier } from './CarrierFields'
import { NO_PROOF, ProofFields, proofShape, sentProof } from './ProofFields'

const SCHEMA = z.object({ ...carrierShape, ...proofShape }).check(isCompleteCarrier)

interface ShipDialogProps {
  order: OrderCard
  step: 'ship' | 'parcel'
  onClose: () => void
}

export function ShipDialog({ order, step, onClose }: ShipDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [isUploading, setUploading] = useState(false)
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { ...NO_CARRIER, ...NO_PROOF },
    submit: async (values) => {
      await actions.step(order.orderId, { step, ...sentCarrier(values), ...sentProof(values) })
      toast(t('desk.moved'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.${step}.title`)}
      text={t(`desk.${step}.text`)}
      action={t(`desk.steps.${step}`)}
      disabled={isUploading}
      onClose={onClose}
    >
      <CarrierFields form={form} none={t('desk.ship.byHand')} />
      <ProofFields form={form} onBusy={setUploading} />
    </FormDialog>
  )
}
