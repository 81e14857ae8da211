// The form of a correction: account, direction, amount, reason.
import {
  Button,
  lengthOf,
  Modal,
  PersonLine,
  Select,
  TextArea,
  TextInput,
  useApi,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useForm } from '../../../parts/useForm'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { FormError } from '../../sign-in/FormError'
import { problemsOf } from '../../validation/rules'
import { type AccountRow, useRefreshAdmin } from '../api'
import { ANSWER } from './AnswerDialog'
import { readHundredths } from './amounts'
import { proposeAdjustment } from './api'
import { PersonPicker } from './PersonPicker'

export function ProposeModal({ onClose }: { onClose: () => void }) {
  const t = useText('shell-money')
  const text = useFormText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  const [person, setPerson] = useState<AccountRow | null>(null)
  const form = useForm({
    initial: { direction: 'in', amount: '', reason: '', person: '' },
    validate: (values) =>
      problemsOf({
        person: person ? undefined : 'person.required',
        amount: (readHundredths(values.amount) ?? 0) > 0 ? undefined : 'adjustments.amountWrong',
        reason: lengthOf(values.reason.trim()) < ANSWER.least ? 'answerShort' : undefined,
      }),
    submit: async ({ direction, amount, reason }) => {
      const size = readHundredths(amount) ?? 0
      const amountHundredths = direction === 'out' ? -size : size
      const accountId = person?.id ?? ''
      await sudo(() => proposeAdjustment(api, { accountId, amountHundredths, reason: reason.trim() }))
      toast(t('adjustments.proposedDone'), 'good')
      await refresh()
      onClose()
    },
  })
  function pick(found: AccountRow | null) {
    setPerson(found)
    form.set('person', found?.id ?? '')
  }
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      size="wide"
      title={t('adjustments.propose')}
      description={t('adjustments.proposeText')}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        {person ? (
          <div className="ad-picked">
            <PersonLine
              name={person.nickname ?? person.email}
              image={person.image}
              note={person.nickname && person.email}
            />
            <Button variant="quiet" size="small" onClick={() => pick(null)}>
              {t('person.other')}
            </Button>
          </div>
        ) : (
          <PersonPicker onPick={pick} error={text(form.errors.person)} />
        )}
        <div className="pt-toolbar ad-top">
          <Select
            name="direction"
            label={t('adjustments.direction')}
            value={form.values.direction}
            onValue={(value) => form.set('direction', value)}
            options={(['in', 'out'] as const).map((value) => ({ value, text: t(`adjustments.${value}`) }))}
          />
          <TextInput
            {...form.field('amount')}
            label={t('adjustments.amount')}
            hint={t('adjustments.amountHint')}
            inputMode="decimal"
            autoComplete="off"
            error={text(form.errors.amount)}
          />
        </div>
        <TextArea
          {...form.field('reason')}
          label={t('adjustments.reason')}
          hint={t('forTheLog')}
          maxLength={ANSWER.most}
          rows={3}
          error={text(form.errors.reason)}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('adjustments.propose')}
        </Button>
      </form>
    </Modal>
  )
}
