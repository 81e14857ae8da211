// The legal periods, for administrators: a change makes a version, which holds for terms that begin later.
import {
  Button,
  ErrorMessage,
  Facts,
  formatDate,
  Modal,
  Notice,
  Panel,
  RowSkeletons,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
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
          <p className="od-note">
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
  const text = useFormText('orders')
  const toast = useToast()
  const change = useChangeLegalTerms()
  const form = useForm<Record<Field | 'reason', string>, `terms.rule.${Field}`>({
    initial: {
      withdrawDays: String(terms.withdrawDays),
      defectDays: String(terms.defectDays),
      foundDays: String(terms.foundDays),
      refundBusinessDays: String(terms.refundBusinessDays),
      lateInterestBp: String(terms.lateInterestBp / 100),
      reason: '',
    },
    validate: (typed) =>
      Object.fromEntries(
        FIELDS.filter((field) => !isAllowed(field, typed[field])).map((field) => [
          field,
          `terms.rule.${field}` as const,
        ]),
      ),
    submit: async (typed) => {
      await change({
        version: terms.version,
        withdrawDays: Number(typed.withdrawDays),
        defectDays: Number(typed.defectDays),
        foundDays: Number(typed.foundDays),
        refundBusinessDays: Number(typed.refundBusinessDays),
        lateInterestBp: Math.round(Number(typed.lateInterestBp) * 100),
        reason: typed.reason.trim(),
      })
      toast(t('terms.changed'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('terms.change')} description={t('terms.changeText')}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            {...form.field(field)}
            label={t(`terms.fields.${field}`)}
            hint={t(`terms.rule.${field}`)}
            inputMode="decimal"
            autoComplete="off"
            error={text(form.errors[field])}
          />
        ))}
        <TextArea
          {...form.field('reason')}
          label={t('terms.reason')}
          maxLength={200}
          error={text(form.errors.reason)}
        />
        {form.errors.form !== undefined && (
          <Notice icon="warning" tone="bad" alert>
            {text(form.errors.form)}
          </Notice>
        )}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={form.pending}>
            {t('terms.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
