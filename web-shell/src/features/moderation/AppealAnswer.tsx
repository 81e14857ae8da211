// The answer to an appeal. The server refuses it from the moderator who made the decision.
import { Select, TextArea, useApi, useText, useToast } from '@witverse/sdk'
import { Form, FormError, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { answerAppeal, useKeepCase } from './api'
import { REASON_LENGTH } from './measures'
import { reasonText } from './reason'

const OUTCOMES = ['uphold', 'overturn'] as const
const SCHEMA = z.object({
  outcome: z.string().check(z.minLength(1, messageKeys<'shell-operators'>()('answer.required'))),
  reason: reasonText,
})

export function AppealAnswer({ id }: { id: string }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const keep = useKeepCase()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: SCHEMA,
    initial: { outcome: '', reason: '' },
    submit: async ({ outcome, reason }) => {
      keep(await answerAppeal(api, id, { outcome: outcome === 'overturn' ? 'overturn' : 'uphold', reason }))
      toast(t('answer.done'), 'good')
    },
  })
  return (
    <Form form={form}>
      <FormField form={form} name="outcome">
        {(field) => (
          <Select
            {...field}
            label={t('answer.outcome')}
            options={[
              { value: '', text: t('decision.choose') },
              ...OUTCOMES.map((outcome) => ({ value: outcome, text: t(`answer.${outcome}`) })),
            ]}
          />
        )}
      </FormField>
      <FormField form={form} name="reason">
        {(field) => (
          <TextArea
            {...field}
            label={t('answer.reason')}
            hint={t('decision.reasonHint')}
            maxLength={REASON_LENGTH.most}
            rows={3}
          />
        )}
      </FormField>
      <FormError form={form} />
      <div className="wv-actions">
        <SubmitButton form={form}>{t('answer.submit')}</SubmitButton>
      </div>
    </Form>
  )
}
