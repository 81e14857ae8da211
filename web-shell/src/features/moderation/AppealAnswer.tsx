// The answer to an appeal. The server refuses it from the moderator who made the decision.
import { Button, lengthOf, Select, TextArea, useApi, useFormText, useText, useToast } from '@witverse/sdk'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { problemsOf } from '../validation/rules'
import { answerAppeal, useKeepCase } from './api'
import { REASON_LENGTH } from './measures'

const OUTCOMES = ['uphold', 'overturn'] as const

export function AppealAnswer({ id }: { id: string }) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const keep = useKeepCase()
  const form = useForm({
    initial: { outcome: '', reason: '' },
    validate: (values) =>
      problemsOf({
        outcome: values.outcome === '' ? 'answer.required' : undefined,
        reason: lengthOf(values.reason.trim()) < REASON_LENGTH.least ? 'decision.reasonShort' : undefined,
      }),
    submit: async ({ outcome, reason }) => {
      keep(
        await answerAppeal(api, id, {
          outcome: outcome === 'overturn' ? 'overturn' : 'uphold',
          reason: reason.trim(),
        }),
      )
      toast(t('answer.done'), 'good')
    },
  })
  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <Select
        name="outcome"
        label={t('answer.outcome')}
        value={form.values.outcome}
        onValue={(value) => form.set('outcome', value)}
        options={[
          { value: '', text: t('decision.choose') },
          ...OUTCOMES.map((outcome) => ({ value: outcome, text: t(`answer.${outcome}`) })),
        ]}
        error={text(form.errors.outcome)}
      />
      <TextArea
        name="reason"
        label={t('answer.reason')}
        hint={t('decision.reasonHint')}
        value={form.values.reason}
        onValue={(value) => form.set('reason', value)}
        maxLength={REASON_LENGTH.most}
        rows={3}
        error={text(form.errors.reason)}
      />
      <FormError text={text(form.errors.form)} />
      <div className="wv-actions">
        <Button type="submit" pending={form.pending}>
          {t('answer.submit')}
        </Button>
      </div>
    </form>
  )
}
