import { useApi, useText, useToast } from '@witverse/sdk'
import { Form, FormError, SubmitButton, useZodForm } from '@witverse/sdk/forms'
import { Section } from '../../parts/Section'
import { type CaseAction, decide, useKeepCase } from './api'
import { MEASURE, MeasureFields, NO_MEASURE } from './MeasureFields'
import { hoursOf } from './measures'

const ACTIONS = ['dismiss', 'warn', 'mute', 'suspend'] as const

export function DecisionForm({ id, name }: { id: string; name: string }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const keep = useKeepCase()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: MEASURE,
    initial: NO_MEASURE,
    submit: async ({ reason, length, ...values }) => {
      const action = values.action as CaseAction
      keep(await decide(api, id, { action, reason, ...hoursOf(action, length) }))
      toast(t('decision.done'), 'good')
    },
    placeField: ({ field }) => (field === 'hours' ? { field: 'length' } : null),
  })
  return (
    <Section title={t('decision.title')} text={t('decision.text', { name })}>
      <Form form={form}>
        <MeasureFields actions={ACTIONS} form={form} />
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form}>{t('decision.submit')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}
