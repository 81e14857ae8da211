// The refund request: rules, reason and steps.
import { formatMoney, formatWit, lengthOf, TextArea, useLanguage, useText, useToast } from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import { useOrderActions } from '../api/orders'
import type { Order } from '../api/types'

const REASON = { least: 5, most: 500 }
const STEPS = ['held', 'decided', 'paidBack'] as const

const key = messageKeys<'wallet'>()
const SCHEMA = z.object({
  reason: z.string().check(
    z.trim(),
    z.refine((reason) => lengthOf(reason) >= REASON.least, key('refund.reasonShort')),
  ),
})

export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText('wallet')
  const toast = useToast()
  const { language } = useLanguage()
  const actions = useOrderActions(order.id)
  const form = useZodForm({
    texts: 'wallet',
    schema: SCHEMA,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await actions.refund(reason)
      toast(t('refund.asked'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      holdsText
      title={t('refund.title')}
      text={t('refund.summary', {
        wit: formatWit(order.amountHundredths),
        price: formatMoney(order.price, language),
      })}
      action={t('refund.submit')}
      onClose={onClose}
    >
      <ol className="wl-steps">
        {STEPS.map((step) => (
          <li key={step}>{t(`refund.steps.${step}`)}</li>
        ))}
      </ol>
      <FormField form={form} name="reason">
        {(field) => (
          <TextArea
            {...field}
            label={t('refund.reason')}
            hint={t('refund.reasonHint')}
            maxLength={REASON.most}
            rows={3}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
