// What was refunded in parts, as both sides see it, and the dialog in which a seller refunds a part.
import {
  Badge,
  Button,
  ErrorMessage,
  formatMoment,
  lengthOf,
  Modal,
  RowSkeletons,
  TextArea,
  TextInput,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useOrderActions, useSale } from '../api/orders'
import type { Order } from '../api/types'
import { amountOf, amountText, leftOf } from './refunds'

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
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  // One key for this dialog: a second attempt after a lost answer refunds nothing more.
  const [key] = useState(() => crypto.randomUUID())
  const { method } = order
  const left = leftOf(order)
  const amount = amountOf(method, text)
  const isWrong = text !== '' && (amount === null || amount > left)
  const most = t('parts.most', { amount: amountText(method, left, language) })
  const refund = useAction(async () => {
    await actions.refundPart(order.orderId, { key, amount: amount ?? 0, reason })
    toast(t('parts.made'), 'good')
    onClose()
  })
  return (
    <>
      <RefundParts order={order} />
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void refund.run()
        }}
      >
        <TextInput
          label={t(method === 'wit' ? 'parts.amountWit' : 'parts.amountWon')}
          hint={most}
          error={isWrong ? most : undefined}
          name="amount"
          inputMode="decimal"
          value={text}
          maxLength={12}
          onValue={setText}
        />
        <TextArea
          label={t('parts.reason')}
          name="reason"
          value={reason}
          rows={2}
          maxLength={500}
          onValue={setReason}
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            pending={refund.pending}
            disabled={amount === null || amount > left || lengthOf(reason.trim()) < 2}
          >
            {t('parts.refund')}
          </Button>
        </div>
      </form>
    </>
  )
}
