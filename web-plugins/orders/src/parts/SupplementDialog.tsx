// The record of an order's parcels for their seller, who can add to it with a reason; nothing that was recorded changes.
import { ErrorMessage, RowSkeletons, Select, TextArea, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useOrderActions, useSale } from '../api/orders'
import { Parcels } from './Parcels'
import { NO_PROOF, ProofFields, proofShape, sentProof } from './ProofFields'
import { reasonText } from './reason'

const SCHEMA = z.object({ parcel: z.string(), reason: reasonText, ...proofShape })

export function SupplementDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const sale = useSale(orderId)
  const actions = useOrderActions()
  const [isUploading, setUploading] = useState(false)
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { parcel: '1', reason: '', ...NO_PROOF },
    submit: async ({ parcel, reason, ...proof }) => {
      await actions.step(orderId, {
        step: 'supplement',
        parcel: Number(parcel),
        reason,
        ...sentProof(proof),
      })
      toast(t('proof.saved'), 'good')
      onClose()
    },
  })
  const parcels = sale.data?.parcels ?? []
  return (
    <FormDialog
      form={form}
      title={t('proof.record')}
      text={t('proof.recordText')}
      action={t('proof.add')}
      disabled={isUploading}
      onClose={onClose}
    >
      {sale.status === 'pending' && <RowSkeletons rows={2} />}
      {sale.status === 'error' && <ErrorMessage error={sale.error} onRetry={() => void sale.refetch()} />}
      <Parcels parcels={parcels} />
      {parcels.length > 1 && (
        <FormField form={form} name="parcel">
          {(field) => (
            <Select
              {...field}
              label={t('steps.parcels')}
              options={parcels.map(({ n }) => ({ value: String(n), text: t('steps.parcel', { n }) }))}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="reason">
        {(field) => <TextArea {...field} label={t('proof.reason')} rows={2} maxLength={500} />}
      </FormField>
      <ProofFields form={form} onBusy={setUploading} />
    </FormDialog>
  )
}
