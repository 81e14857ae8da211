// Makes the next version of the market's rules.
import { Button, Modal, TextArea, TextInput, useForm, useFormText, useText, useToast } from '@witverse/sdk'
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

export function RulesDialog({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const t = useText('market')
  const text = useFormText('market')
  const toast = useToast()
  const { changeRules } = useSupervision()
  const form = useForm<Record<keyof typeof LIMITS | 'reason', string>, `admin.rule.${keyof typeof LIMITS}`>({
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
    validate: (typed) =>
      Object.fromEntries(
        FIELDS.filter((field) => !isAllowed(field, typed[field])).map((field) => [
          field,
          `admin.rule.${field}` as const,
        ]),
      ),
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
        reason: typed.reason.trim(),
      })
      toast(t('admin.changed', { version: rules.version + 1 }), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      title={t('admin.changeTitle')}
      description={t('admin.changeText')}
    >
      <form ref={form.form} className="wv-form mk-rules" noValidate onSubmit={form.onSubmit}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            {...form.field(field)}
            label={t(`admin.fields.${field}`)}
            hint={t(`admin.rule.${field}`)}
            inputMode="decimal"
            autoComplete="off"
            error={text(form.errors[field])}
          />
        ))}
        <TextArea
          {...form.field('reason')}
          label={t('admin.reason')}
          hint={t('admin.rulesReasonHint')}
          maxLength={200}
          error={text(form.errors.reason)}
        />
        {form.errors.form !== undefined && (
          <p className="wv-form-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" pending={form.pending}>
          {t('admin.save')}
        </Button>
      </form>
    </Modal>
  )
}
