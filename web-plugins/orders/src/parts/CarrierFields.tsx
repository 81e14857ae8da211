// The carrier of a parcel and its number: of a listed carrier in the form of its numbers.
import { Select, TextInput, useLanguage, useText } from '@witverse/sdk'
import { FormField, messageKeys, type ZodForm, z } from '@witverse/sdk/forms'
import { CARRIERS, carrierOf, fitsCarrier } from './carriers'

/** A carrier that is not listed. */
const OTHER = 'other'

type CarrierDraft = typeof NO_CARRIER
export const NO_CARRIER = { carrier: '', carrierName: '', tracking: '' }

export const carrierShape = {
  carrier: z.string(),
  carrierName: z.string().check(z.trim()),
  tracking: z.string(),
}

const key = messageKeys<'orders'>()

/** Checks a form with the fields of `carrierShape`. */
export const isCompleteCarrier = z.superRefine<CarrierDraft>(
  ({ carrier, carrierName, tracking }, context) => {
    const listed = carrierOf(carrier)
    const wrong = [
      ...(carrier === OTHER && carrierName === '' ? ['carrierName'] : []),
      ...(listed && !fitsCarrier(listed, tracking) ? ['tracking'] : []),
    ]
    for (const field of wrong) {
      context.addIssue({ code: 'custom', input: tracking, path: [field], message: key('required') })
    }
  },
)

/** The carrier in the body of a request. */
export const sentCarrier = ({ carrier, carrierName, tracking }: CarrierDraft) => ({
  carrier: carrier === OTHER ? carrierName : carrier,
  tracking: carrier === '' ? '' : tracking,
})

interface CarrierFieldsProps<V extends CarrierDraft> {
  form: ZodForm<V>
  /** The text of the choice without a carrier. */
  none: string
}

export function CarrierFields<V extends CarrierDraft>({ form: whole, none }: CarrierFieldsProps<V>) {
  const t = useText('orders')
  const { language } = useLanguage()
  const form = whole as unknown as ZodForm<CarrierDraft>
  const choice = form.state.watch('carrier')
  const listed = carrierOf(choice)
  return (
    <>
      <FormField form={form} name="carrier">
        {({ onValue, ...field }) => (
          <Select
            {...field}
            label={t('desk.ship.carrier')}
            onValue={(value) => {
              onValue(value)
              form.state.clearErrors(['carrierName', 'tracking'])
            }}
            options={[
              { value: '', text: none },
              ...CARRIERS.map((one) => ({ value: one.code, text: one.name[language] })),
              { value: OTHER, text: t('desk.ship.other') },
            ]}
          />
        )}
      </FormField>
      {choice === OTHER && (
        <FormField form={form} name="carrierName">
          {(field) => <TextInput {...field} label={t('desk.ship.carrierName')} maxLength={40} />}
        </FormField>
      )}
      {choice !== '' && (
        <FormField form={form} name="tracking">
          {({ error, ...field }) => {
            const digits = listed && t('desk.ship.digits', { digits: listed.digits.join(t('desk.ship.or')) })
            return (
              <TextInput
                {...field}
                label={t('desk.ship.tracking')}
                hint={digits ?? t('desk.ship.optional')}
                error={error && listed && !fitsCarrier(listed, field.value) ? digits : error}
                inputMode={listed ? 'numeric' : 'text'}
                maxLength={40}
              />
            )
          }}
        </FormField>
      )}
    </>
  )
}
