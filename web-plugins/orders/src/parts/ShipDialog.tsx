// Ships an order, or adds another parcel to a shipped one: the carrier, the number, and the proof of packing.
import { Button, Modal, Select, TextInput, useAction, useLanguage, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import type { OrderCard } from '../api/types'
import { CARRIERS, carrierOf, fitsCarrier } from './carriers'
import { ProofFields, useProof } from './ProofFields'

/** A carrier that is not listed. */
const OTHER = 'other'

interface ShipDialogProps {
  order: OrderCard
  step: 'ship' | 'parcel'
  onClose: () => void
}

export function ShipDialog({ order, step, onClose }: ShipDialogProps) {
  const t = useText('orders')
  const { language } = useLanguage()
  const toast = useToast()
  const actions = useOrderActions()
  const [choice, setChoice] = useState('')
  const [name, setName] = useState('')
  const [tracking, setTracking] = useState('')
  const { draft, setDraft, proof } = useProof()
  const listed = carrierOf(choice)
  const isWrong = !!listed && tracking !== '' && !fitsCarrier(listed, tracking)
  const ship = useAction(async () => {
    const carrier = choice === OTHER ? name : choice
    await actions.step(order.orderId, { step, carrier, tracking: choice === '' ? '' : tracking, ...proof })
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
        <Select
          label={t('desk.ship.carrier')}
          name="carrier"
          value={choice}
          onValue={setChoice}
          options={[
            { value: '', text: t('desk.ship.byHand') },
            ...CARRIERS.map((one) => ({ value: one.code, text: one.name[language] })),
            { value: OTHER, text: t('desk.ship.other') },
          ]}
        />
        {choice === OTHER && (
          <TextInput
            label={t('desk.ship.carrierName')}
            name="carrierName"
            value={name}
            maxLength={40}
            onValue={setName}
          />
        )}
        {choice !== '' && (
          <TextInput
            label={t('desk.ship.tracking')}
            hint={listed ? digitsText(t, listed.digits) : t('desk.ship.optional')}
            error={isWrong ? digitsText(t, listed.digits) : undefined}
            name="tracking"
            inputMode={listed ? 'numeric' : 'text'}
            value={tracking}
            maxLength={40}
            onValue={setTracking}
          />
        )}
        <ProofFields value={draft} onChange={setDraft} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            pending={ship.pending}
            disabled={
              (!!listed && !fitsCarrier(listed, tracking)) || (choice === OTHER && name.trim() === '')
            }
          >
            {t(`desk.steps.${step}`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const digitsText = (t: ReturnType<typeof useText<'orders'>>, digits: number[]) =>
  t('desk.ship.digits', { digits: digits.join(t('desk.ship.or')) })
