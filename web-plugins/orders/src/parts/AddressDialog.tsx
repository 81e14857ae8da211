// Another address for an order that was paid and is not shipped: one of the address book, or a corrected one.
import { Button, Modal, useAction, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { Address } from '../api/types'
import { AddressBook } from './AddressBook'

interface AddressDialogProps {
  orderId: string
  onClose: () => void
}

export function AddressDialog({ orderId, onClose }: AddressDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [address, setAddress] = useState<Address | null>(null)
  const save = useAction(async () => {
    if (!address) return
    await actions.sendTo(orderId, address.addressId)
    toast(t('address.changed'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('address.change')} description={t('address.changeText')}>
      <div className="wv-form">
        <AddressBook chosen={address?.addressId ?? null} onChoose={setAddress} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button pending={save.pending} disabled={!address} onClick={() => void save.run()}>
            {t('address.use')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
