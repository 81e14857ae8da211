// The fields of a decision, shared by cases and account sanctions.
import { Select, TextArea, useText } from '@witverse/sdk'
import { FormField, messageKeys, type ZodForm, z } from '@witverse/sdk/forms'
import type { CaseAction } from './api'
import { hasLength, lengthsFor, REASON_LENGTH } from './measures'
import { reasonText } from './reason'

export const NO_MEASURE = { action: '', length: '24', reason: '' }

export const MEASURE = z.object({
  action: z.string().check(z.minLength(1, messageKeys<'shell-operators'>()('decision.actionRequired'))),
  length: z.string(),
  reason: reasonText,
})

interface MeasureFieldsProps {
  actions: readonly CaseAction[]
  form: ZodForm<typeof NO_MEASURE>
}

export function MeasureFields({ actions, form }: MeasureFieldsProps) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const values = form.state.watch()
  const lengths = lengthsFor(values.action)
  const length = lengths.some(({ value }) => value === values.length) ? values.length : '24'
  return (
    <>
      <FormField form={form} name="action">
        {(field) => (
          <Select
            {...field}
            label={t('decision.action')}
            options={[
              { value: '', text: t('decision.choose') },
              ...actions.map((action) => ({ value: action, text: words(`actions.${action}`) })),
            ]}
          />
        )}
      </FormField>
      {hasLength(values.action) && (
        <FormField form={form} name="length">
          {(field) => (
            <Select
              {...field}
              label={t('decision.length')}
              value={length}
              options={lengths.map(({ value }) => ({ value, text: t(`lengths.${value}`) }))}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="reason">
        {(field) => (
          <TextArea
            {...field}
            label={t('decision.reason')}
            hint={t('decision.reasonHint')}
            maxLength={REASON_LENGTH.most}
            rows={4}
          />
        )}
      </FormField>
    </>
  )
}
