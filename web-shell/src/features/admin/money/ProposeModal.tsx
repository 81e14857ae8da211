// The form of a correction: account, direction, amount, reason.
import {
  Button,
  Modal,
  PersonLine,
  Select,
  TextArea,
  TextInput,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  reasonText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { type AccountRow, useRefreshAdmin } from '../api'
import { ANSWER } from './AnswerDialog'
import { readHundredths } from './amounts'
import { proposeAdjustment } from './api'
import { PersonPicker } from './PersonPicker'

const key = messageKeys<'shell-money'>()
const SCHEMA = z.object({
  person: z.custom<AccountRow | null>().check(z.refine((person) => person !== null, key('person.required'))),
  direction: z.string(),
  amount: z
    .string()
    .check(z.refine((amount) => (readHundredths(amount) ?? 0) > 0, key('adjustments.amountWrong'))),
  reason: reasonText(ANSWER.least),
})

export function ProposeModal({ onClose }: { onClose: () => void }) {
  const t = useText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-money',
    schema: SCHEMA,
    initial: { person: null, direction: 'in', amount: '', reason: '' },
    submit: async ({ person, direction, amount, reason }) => {
      const size = readHundredths(amount) ?? 0
      const amountHundredths = direction === 'out' ? -size : size
      const accountId = person?.id ?? ''
      await sudo(() => proposeAdjustment(api, { accountId, amountHundredths, reason }))
      toast(t('adjustments.proposedDone'), 'good')
      await refresh()
      onClose()
    },
    placeField: ({ field }) => {
      if (field === 'accountId') return { field: 'person' }
      return field === 'amountHundredths' ? { field: 'amount' } : null
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      size="wide"
      title={t('adjustments.propose')}
      description={t('adjustments.proposeText')}
    >
      <Form form={form}>
        <FormField form={form} name="person">
          {({ value: person, onValue, error }) =>
            person ? (
              <div className="ad-picked">
                <PersonLine
                  name={person.nickname ?? person.email}
                  image={person.image}
                  note={person.nickname && person.email}
                />
                <Button variant="quiet" size="small" onClick={() => onValue(null)}>
                  {t('person.other')}
                </Button>
              </div>
            ) : (
              <PersonPicker onPick={onValue} error={error} />
            )
          }
        </FormField>
        <div className="pt-toolbar ad-top">
          <FormField form={form} name="direction">
            {(field) => (
              <Select
                {...field}
                label={t('adjustments.direction')}
                options={(['in', 'out'] as const).map((value) => ({
                  value,
                  text: t(`adjustments.${value}`),
                }))}
              />
            )}
          </FormField>
          <FormField form={form} name="amount">
            {(field) => (
              <TextInput
                {...field}
                label={t('adjustments.amount')}
                hint={t('adjustments.amountHint')}
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </FormField>
        </div>
        <FormField form={form} name="reason">
          {(field) => (
            <TextArea
              {...field}
              label={t('adjustments.reason')}
              hint={t('forTheLog')}
              maxLength={ANSWER.most}
              rows={3}
            />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('adjustments.propose')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
