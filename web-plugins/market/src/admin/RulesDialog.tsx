// Makes the next version of the market's rules.

import { TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import type { useRules } from '../api/market'
import { useSupervision } from '../api/supervision'

type Rules = NonNullable<ReturnType<typeof useRules>['data']>

/** The limits of the server. */
const LIMITS = {
  feeBp: [0, 30],
  outlierTimes: [2, 100],
  newAccountDays: [0, 365],
  newAccountTrades: [1, 10_000],
  washDays: [1, 365],
  washPairDays: [1, 365],
  washPairTrades: [1, 1_000],
  washPriceTimes: [2, 100],
} as const
const FIELDS = Object.keys(LIMITS) as (keyof typeof LIMITS)[]

/** A number within the limits of its field: whole, or hundredths for the fee. */
function isAllowed(field: keyof typeof LIMITS, typed: string): boolean {
  const pattern = field === 'feeBp' ? /^\d{1,2}(\.\d{1,2})?$/ : /^\d{1,5}$/
  const [min, max] = LIMITS[field]
  return pattern.test(typed) && Number(typed) >= min && Number(typed) <= max
}

const key = messageKeys<'market'>()
const ruleOf = (field: keyof typeof LIMITS) =>
  z.string().check(z.refine((typed) => isAllowed(field, typed), key(`admin.rule.${field}`)))
const RULES = Object.fromEntries(FIELDS.map((field) => [field, ruleOf(field)]))
const SCHEMA = z.object({
  ...(RULES as Record<keyof typeof LIMITS, ReturnType<typeof ruleOf>>),
  reason: z.string().check(z.trim()),
})

export function RulesDialog({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const t = useText('market')
  const toast = useToast()
  const { changeRules } = useSupervision()
  const form = useZodForm({
    texts: 'market',
    schema: SCHEMA,
    initial: {
      feeBp: String(rules.feeBp / 100),
      outlierTimes: String(rules.outlierTimes),
      newAccountDays: String(rules.newAccountDays),
      newAccountTrades: String(rules.newAccountTrades),
      washDays: String(rules.washDays),
      washPairDays: String(rules.washPairDays),
      washPairTrades: String(rules.washPairTrades),
      washPriceTimes: String(rules.washPriceTimes),
      reason: '',
    },
    submit: async (typed) => {
      await changeRules({
        version: rules.version,
        feeBp: Math.round(Number(typed.feeBp) * 100),
        outlierTimes: Number(typed.outlierTimes),
        newAccountDays: Number(typed.newAccountDays),
        newAccountTrades: Number(typed.newAccountTrades),
        washDays: Number(typed.washDays),
        washPairDays: Number(typed.washPairDays),
        washPairTrades: Number(typed.washPairTrades),
        washPriceTimes: Number(typed.washPriceTimes),
        reason: typed.reason,
      })
      toast(t('admin.changed', { version: rules.version + 1 }), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      size="wide"
      className="mk-rules"
      title={t('admin.changeTitle')}
      text={t('admin.changeText')}
      action={t('admin.save')}
      onClose={onClose}
    >
      {FIELDS.map((name) => (
        <FormField key={name} form={form} name={name}>
          {(field) => (
            <TextInput
              {...field}
              label={t(`admin.fields.${name}`)}
              hint={t(`admin.rule.${name}`)}
              inputMode="decimal"
              autoComplete="off"
            />
          )}
        </FormField>
      ))}
      <FormField form={form} name="reason">
        {(field) => (
          <TextArea {...field} label={t('admin.reason')} hint={t('admin.rulesReasonHint')} maxLength={200} />
        )}
      </FormField>
    </FormDialog>
  )
}
