// The record of an order's parcels for their seller, who can add to it with a reason; nothing that was recorded changes.
import {
  Button,
  ErrorMessage,
  lengthOf,
  Modal,
  RowSkeletons,
  Select,
  TextArea,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions, useSale } from '../api/orders'
import { Parcels } from './Parcels'
import { ProofFields, useProof } from './ProofFields'

export function SupplementDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const sale = useSale(orderId)
  const actions = useOrderActions()
  const [parcel, setParcel] = useState('1')
  const [reason, setReason] = useState('')
  const { draft, setDraft, proof, isUploading, setUploading } = useProof()
  const add = useAction(async () => {
    await actions.step(orderId, { step: 'supplement', parcel: Number(parcel), reason, ...proof })
    toast(t('proof.saved'), 'good')
    onClose()
  })
  const parcels = sale.data?.parcels ?? []
  return (
    <Modal open onClose={onClose} title={t('proof.record')} description={t('proof.recordText')}>
      {sale.status === 'pending' && <RowSkeletons rows={2} />}
      {sale.status === 'error' && <ErrorMessage error={sale.error} onRetry={() => void sale.refetch()} />}
      <Parcels parcels={parcels} />
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add.run()
        }}
      >
        {parcels.length > 1 && (
          <Select
            label={t('steps.parcels')}
            name="parcel"
            value={parcel}
            onValue={setParcel}
            options={parcels.map(({ n }) => ({ value: String(n), text: t('steps.parcel', { n }) }))}
          />
        )}
        <TextArea
          label={t('proof.reason')}
          name="reason"
          value={reason}
          rows={2}
          maxLength={500}
          onValue={setReason}
        />
        <ProofFields value={draft} onChange={setDraft} onBusy={setUploading} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={add.pending} disabled={isUploading || lengthOf(reason.trim()) < 2}>
            {t('proof.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
