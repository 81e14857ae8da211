// The buyer says that the goods of an accepted request are on their way back.
import { useText, useToast } from '@witverse/sdk'
import { FormDialog, useZodForm, z } from '@witverse/sdk/forms'
import { useOrderActions } from '../api/orders'
import { CarrierFields, carrierShape, isCompleteCarrier, NO_CARRIER, sentCarrier } from './CarrierFields'

const SCHEMA = z.object(carrierShape).check(isCompleteCarrier)

interface SendBackDialogProps {
  orderId: string
  onClose: () => void
}

export function SendBackDialog({ orderId, onClose }: SendBackDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: NO_CARRIER,
    submit: async (values) => {
      await actions.sendBack(orderId, sentCarrier(values))
      toast(t('request.sentBack'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('request.haveSent')}
      text={t('request.haveSentText')}
      action={t('request.haveSent')}
      onClose={onClose}
    >
      <CarrierFields form={form} none={t('request.noCarrier')} />
    </FormDialog>
  )
}
