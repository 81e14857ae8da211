// The carrier of a parcel and its number: of a listed carrier in the form of its numbers.
import { Select, TextInput, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { CARRIERS, carrierOf, fitsCarrier } from './carriers'

/** A carrier that is not listed. */
const OTHER = 'other'

/** What was entered. `sent` is the body of a request. */
export function useCarrier() {
  const [choice, setChoice] = useState('')
  const [name, setName] = useState('')
  const [tracking, setTracking] = useState('')
  const listed = carrierOf(choice)
  return {
    choice,
    setChoice,
    name,
    setName,
    tracking,
    setTracking,
    listed,
    sent: { carrier: choice === OTHER ? name : choice, tracking: choice === '' ? '' : tracking },
    isComplete: choice === OTHER ? name.trim() !== '' : !listed || fitsCarrier(listed, tracking),
  }
}

interface CarrierFieldsProps {
  value: ReturnType<typeof useCarrier>
  /** The text of the choice without a carrier. */
  none: string
}

export function CarrierFields({ value, none }: CarrierFieldsProps) {
  const t = useText('orders')
  const { language } = useLanguage()
  const { choice, listed, tracking } = value
  const isWrong = !!listed && tracking !== '' && !fitsCarrier(listed, tracking)
  return (
    <>
      <Select
        label={t('desk.ship.carrier')}
        name="carrier"
        value={choice}
        onValue={value.setChoice}
        options={[
          { value: '', text: none },
          ...CARRIERS.map((one) => ({ value: one.code, text: one.name[language] })),
          { value: OTHER, text: t('desk.ship.other') },
        ]}
      />
      {choice === OTHER && (
        <TextInput
          label={t('desk.ship.carrierName')}
          name="carrierName"
          value={value.name}
          maxLength={40}
          onValue={value.setName}
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
          onValue={value.setTracking}
        />
      )}
    </>
  )
}

const digitsText = (t: ReturnType<typeof useText<'orders'>>, digits: number[]) =>
  t('desk.ship.digits', { digits: digits.join(t('desk.ship.or')) })
