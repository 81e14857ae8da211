// The fields of a decision, shared by cases and account sanctions.
import { type FormText, lengthOf, Select, TextArea, type TextKey, useFormText, useText } from '@witverse/sdk'
import { problemsOf } from '../validation/rules'
import type { CaseAction } from './api'
import { hasLength, lengthsFor, REASON_LENGTH } from './measures'

export interface MeasureValues extends Record<string, string> {
  action: string
  length: string
  reason: string
}

export const NO_MEASURE: MeasureValues = { action: '', length: '24', reason: '' }

export function checkMeasure(values: MeasureValues) {
  return problemsOf({
    action: values.action === '' ? 'decision.actionRequired' : undefined,
    reason: lengthOf(values.reason.trim()) < REASON_LENGTH.least ? 'decision.reasonShort' : undefined,
  })
}

interface MeasureFieldsProps {
  actions: readonly CaseAction[]
  values: MeasureValues
  errors: { [field in keyof MeasureValues]?: FormText<TextKey<'shell-operators'>> }
  set: (field: 'action' | 'length' | 'reason', value: string) => void
}

export function MeasureFields({ actions, values, errors, set }: MeasureFieldsProps) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const words = useText('shell-safety')
  const lengths = lengthsFor(values.action)
  const length = lengths.some(({ value }) => value === values.length) ? values.length : '24'
  return (
    <>
      <Select
        name="action"
        label={t('decision.action')}
        value={values.action}
        onValue={(value) => set('action', value)}
        options={[
          { value: '', text: t('decision.choose') },
          ...actions.map((action) => ({ value: action, text: words(`actions.${action}`) })),
        ]}
        error={text(errors.action)}
      />
      {hasLength(values.action) && (
        <Select
          name="length"
          label={t('decision.length')}
          value={length}
          onValue={(value) => set('length', value)}
          options={lengths.map(({ value }) => ({ value, text: t(`lengths.${value}`) }))}
        />
      )}
      <TextArea
        name="reason"
        label={t('decision.reason')}
        hint={t('decision.reasonHint')}
        value={values.reason}
        onValue={(value) => set('reason', value)}
        maxLength={REASON_LENGTH.most}
        rows={4}
        error={text(errors.reason)}
      />
    </>
  )
}
