// What was refunded in parts, as both sides see it, and the dialog in which a seller refunds a part.
import {
  Badge,
  Button,
  ErrorMessage,
  formatMoment,
  Modal,
  RowSkeletons,
  TextArea,
  TextInput,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { Form, FormError, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useOrderActions, useSale } from '../api/orders'
import type { Order } from '../api/types'
import { reasonText } from './reason'
import { amountOf, amountText, leftOf } from './refunds'

const REQUIRED = messageKeys<'orders'>()('required')

export function RefundParts({ order: { method, refunds } }: { order: Pick<Order, 'method' | 'refunds'> }) {
  const t = useText('orders')
  const { language } = useLanguage()
  if (refunds.length === 0) return null
  return (
    <ul className="od-clocks od-refunds" aria-label={t('parts.title')}>
      {refunds.map((part) => (
        <li key={part.n}>
          <span>
            <strong>{t('parts.one', { amount: amountText(method, part.amount, language) })}</strong>
            <small>{part.reason}</small>
            <small>{formatMoment(part.madeAt)}</small>
          </span>
          <Badge tone={part.paidAt ? 'good' : 'accent'}>{t(part.paidAt ? 'parts.done' : 'parts.open')}</Badge>
        </li>
      ))}
    </ul>
  )
}

export function RefundPartDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useText('orders')
  const sale = useSale(orderId)
  return (
    <Modal open onClose={onClose} title={t('parts.refund')} description={t('parts.text')}>
      {sale.status === 'pending' && <RowSkeletons rows={2} />}
      {sale.status === 'error' && <ErrorMessage error={sale.error} onRetry={() => void sale.refetch()} />}
      {sale.data && <RefundForm order={sale.data} onClose={onClose} />}
    </Modal>
  )
}

function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const toast = useToast()
  const actions = useOrderActions()
  // One key for this dialog: a second attempt after a lost answer refunds nothing more.
  const [key] = useState(() => crypto.randomUUID())
  const { method } = order
  const left = leftOf(order)
  const most = t('parts.most', { amount: amountText(method, left, language) })
  const isAllowed = (typed: string) => {
    const amount = amountOf(method, typed)
    return amount !== null && amount <= left
  }
  const form = useZodForm({
    texts: 'orders',
    schema: z.object({ amount: z.string().check(z.refine(isAllowed, REQUIRED)), reason: reasonText }),
    initial: { amount: '', reason: '' },
    submit: async ({ amount, reason }) => {
      await actions.refundPart(order.orderId, { key, amount: amountOf(method, amount) ?? 0, reason })
      toast(t('parts.made'), 'good')
      onClose()
    },
  })
  return (
    <>
      <RefundParts order={order} />
      <Form form={form}>
        <FormField form={form} name="amount">
          {({ error, ...field }) => (
            <TextInput
              {...field}
              label={t(method === 'wit' ? 'parts.amountWit' : 'parts.amountWon')}
              hint={most}
              error={error && field.value !== '' && !isAllowed(field.value) ? most : error}
              inputMode="decimal"
              maxLength={12}
            />
          )}
        </FormField>
        <FormField form={form} name="reason">
          {(field) => <TextArea {...field} label={t('parts.reason')} rows={2} maxLength={500} />}
        </FormField>
        <FormError form={form} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton form={form}>{t('parts.refund')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}
