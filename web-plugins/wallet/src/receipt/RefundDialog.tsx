// The refund request: rules, reason and steps.
import {
  Button,
  formatMoney,
  formatWit,
  lengthOf,
  Modal,
  TextArea,
  useForm,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useOrderActions } from '../api/orders'
import type { Order } from '../api/types'

const REASON = { least: 5, most: 500 }
const STEPS = ['held', 'decided', 'paidBack'] as const

export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText('wallet')
  const text = useFormText('wallet')
  const toast = useToast()
  const { language } = useLanguage()
  const actions = useOrderActions(order.id)
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => ({
      reason: lengthOf(reason.trim()) < REASON.least ? 'refund.reasonShort' : undefined,
    }),
    submit: async ({ reason }) => {
      await actions.refund(reason.trim())
      toast(t('refund.asked'), 'good')
      onClose()
    },
  })
  const formError = text(form.errors.form)
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOutside={false}
      title={t('refund.title')}
      description={t('refund.summary', {
        wit: formatWit(order.amountHundredths),
        price: formatMoney(order.price, language),
      })}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <ol className="wl-steps">
          {STEPS.map((step) => (
            <li key={step}>{t(`refund.steps.${step}`)}</li>
          ))}
        </ol>
        <TextArea
          {...form.field('reason')}
          label={t('refund.reason')}
          hint={t('refund.reasonHint')}
          maxLength={REASON.most}
          rows={3}
          error={text(form.errors.reason)}
        />
        {formError && (
          <p className="wv-form-error" role="alert">
            {formError}
          </p>
        )}
        <Button type="submit" wide pending={form.pending}>
          {t('refund.submit')}
        </Button>
      </form>
    </Modal>
  )
}
