import { Button, useApi, useFormText, useText, useToast } from '@witverse/sdk'
import { Section } from '../../parts/Section'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { type CaseAction, decide, useKeepCase } from './api'
import { checkMeasure, MeasureFields, NO_MEASURE } from './MeasureFields'
import { hoursOf } from './measures'

const ACTIONS = ['dismiss', 'warn', 'mute', 'suspend'] as const

export function DecisionForm({ id, name }: { id: string; name: string }) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const keep = useKeepCase()
  const form = useForm({
    initial: NO_MEASURE,
    validate: checkMeasure,
    submit: async (values) => {
      const action = values.action as CaseAction
      keep(await decide(api, id, { action, reason: values.reason.trim(), ...hoursOf(action, values.length) }))
      toast(t('decision.done'), 'good')
    },
  })
  return (
    <Section title={t('decision.title')} text={t('decision.text', { name })}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <MeasureFields actions={ACTIONS} values={form.values} errors={form.errors} set={form.set} />
        <FormError text={text(form.errors.form)} />
        <div className="wv-actions">
          <Button type="submit" pending={form.pending}>
            {t('decision.submit')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
