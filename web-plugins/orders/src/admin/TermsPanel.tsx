// The legal periods, for administrators: a change makes a version, which holds for terms that begin later.

import {
  Button,
  ErrorMessage,
  Facts,
  formatDate,
  Panel,
  RowSkeletons,
  TextArea,
  TextInput,
  useText,
  useToast,
} from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { type LegalTerms, useChangeLegalTerms, useLegalTerms } from '../api/terms'

/** The limits of the server; the interest in percent. */
const LIMITS = {
  withdrawDays: [7, 90],
  defectDays: [92, 730],
  foundDays: [30, 365],
  refundBusinessDays: [0, 3],
  lateInterestBp: [0, 100],
} as const
type Field = keyof typeof LIMITS
const FIELDS = Object.keys(LIMITS) as Field[]

function isAllowed(field: Field, typed: string): boolean {
  const pattern = field === 'lateInterestBp' ? /^\d{1,3}(\.\d{1,2})?$/ : /^\d{1,3}$/
  const [min, max] = LIMITS[field]
  return pattern.test(typed) && Number(typed) >= min && Number(typed) <= max
}

const key = messageKeys<'orders'>()
const ruleOf = (field: Field) =>
  z.string().check(z.refine((typed) => isAllowed(field, typed), key(`terms.rule.${field}`)))
const RULES = Object.fromEntries(FIELDS.map((field) => [field, ruleOf(field)]))
const SCHEMA = z.object({
  ...(RULES as Record<Field, ReturnType<typeof ruleOf>>),
  reason: z.string().check(z.trim()),
})

export function TermsPanel() {
  const t = useText('orders')
  const terms = useLegalTerms()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={t('terms.title')}
      text={t('terms.text')}
      action={
        terms.data && (
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            {t('terms.change')}
          </Button>
        )
      }
    >
      {terms.status === 'pending' && <RowSkeletons rows={3} />}
      {terms.status === 'error' && <ErrorMessage error={terms.error} onRetry={() => void terms.refetch()} />}
      {terms.data && (
        <>
          <Facts
            facts={FIELDS.map((field) => [
              t(`terms.fields.${field}`),
              t(`terms.values.${field}`, inText(terms.data, field)),
            ])}
          />
          <p className="wv-note">
            {t('terms.version', { version: terms.data.version, day: formatDate(terms.data.madeAt) })}
          </p>
        </>
      )}
      {isOpen && terms.data && <TermsDialog terms={terms.data} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

const shown = (terms: LegalTerms, field: Field) =>
  field === 'lateInterestBp' ? terms.lateInterestBp / 100 : terms[field]
const inText = (terms: LegalTerms, field: Field) => ({ count: shown(terms, field) })

function TermsDialog({ terms, onClose }: { terms: LegalTerms; onClose: () => void }) {
  const t = useText('orders')
  const toast = useToast()
  const change = useChangeLegalTerms()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: {
      withdrawDays: String(terms.withdrawDays),
      defectDays: String(terms.defectDays),
      foundDays: String(terms.foundDays),
      refundBusinessDays: String(terms.refundBusinessDays),
      lateInterestBp: String(terms.lateInterestBp / 100),
      reason: '',
    },
    submit: async (typed) => {
      await change({
        version: terms.version,
        withdrawDays: Number(typed.withdrawDays),
        defectDays: Number(typed.defectDays),
        foundDays: Number(typed.foundDays),
        refundBusinessDays: Number(typed.refundBusinessDays),
        lateInterestBp: Math.round(Number(typed.lateInterestBp) * 100),
        reason: typed.reason,
      })
      toast(t('terms.changed'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('terms.change')}
      text={t('terms.changeText')}
      action={t('terms.save')}
      onClose={onClose}
    >
      {FIELDS.map((name) => (
        <FormField key={name} form={form} name={name}>
          {(field) => (
            <TextInput
              {...field}
              label={t(`terms.fields.${name}`)}
              hint={t(`terms.rule.${name}`)}
              inputMode="decimal"
              autoComplete="off"
            />
          )}
        </FormField>
      ))}
      <FormField form={form} name="reason">
        {(field) => <TextArea {...field} label={t('terms.reason')} maxLength={200} />}
      </FormField>
    </FormDialog>
  )
}
