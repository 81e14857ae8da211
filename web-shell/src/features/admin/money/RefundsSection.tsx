// Refund requests and their decisions.
import {
  Badge,
  Button,
  EmptyInline,
  formatMoment,
  formatMoney,
  formatWit,
  ListView,
  PersonLine,
  useApi,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { AnswerDialog } from './AnswerDialog'
import { decideRefund, type RefundRow, useRefunds } from './api'
import { Filter } from './Filter'
import { OrderAmount, OrderTimes } from './OrderFacts'

type Decision = 'approve' | 'reject'
type Refund = NonNullable<RefundRow['order']['refund']>

const TONES: Record<Refund['state'], 'plain' | 'good' | 'bad' | 'accent'> = {
  requested: 'accent',
  approved: 'accent',
  refunded: 'good',
  rejected: 'plain',
  failed: 'bad',
  withdrawn: 'plain',
}

export function RefundsSection() {
  const t = useText('shell-money')
  const [state, setState] = useState<'requested' | 'all'>('requested')
  const [deciding, setDeciding] = useState<{ row: RefundRow; decision: Decision } | null>(null)
  const list = useRefunds(state)
  return (
    <Section title={t('refunds.title')} text={t('refunds.text')}>
      <Filter
        label={t('refunds.title')}
        value={state}
        onValue={setState}
        options={(['requested', 'all'] as const).map((value) => ({ value, text: t(`refunds.${value}`) }))}
      />
      <ListView
        list={list}
        label={t('refunds.title')}
        keyOf={(row) => row.order.id}
        empty={<EmptyInline text={t(state === 'all' ? 'refunds.none' : 'refunds.noneOpen')} />}
      >
        {(row) => <RefundCard row={row} onDecide={(decision) => setDeciding({ row, decision })} />}
      </ListView>
      {deciding && <DecideRefundDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Section>
  )
}

function RefundCard({ row, onDecide }: { row: RefundRow; onDecide: (decision: Decision) => void }) {
  const t = useText('shell-money')
  const { order, person } = row
  const { refund } = order
  const covered = row.balanceHundredths >= order.amountHundredths
  return (
    <article className="ad-card">
      <header>
        <PersonLine
          name={person.nickname ?? person.email}
          note={person.email}
          to={`/admin/people/${person.id}`}
        />
        {refund && <Badge tone={TONES[refund.state]}>{t(`refundStates.${refund.state}`)}</Badge>}
      </header>
      <div className="ad-card-facts">
        <OrderAmount order={order} />
        <OrderTimes order={order} />
        <span className="ad-amount">
          <span className={covered ? undefined : 'is-bad'}>{formatWit(row.balanceHundredths)} WIT</span>
          <small>{t('refunds.balance')}</small>
        </span>
      </div>
      {refund && (
        <blockquote>
          <p>{refund.reason}</p>
          <small>{formatMoment(refund.requestedAt)}</small>
        </blockquote>
      )}
      {refund?.answer && <p className="ad-answer">{t('refunds.answered', { answer: refund.answer })}</p>}
      {(refund?.state === 'requested' || refund?.state === 'failed') && (
        <div className="wv-actions">
          <Button size="small" onClick={() => onDecide('approve')}>
            {t(refund.state === 'failed' ? 'refunds.again' : 'refunds.approve')}
          </Button>
          {refund.state === 'requested' && (
            <Button size="small" variant="secondary" onClick={() => onDecide('reject')}>
              {t('refunds.reject')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

function DecideRefundDialog({
  row,
  decision,
  onClose,
}: {
  row: RefundRow
  decision: Decision
  onClose: () => void
}) {
  const t = useText('shell-money')
  const api = useApi()
  const { language } = useLanguage()
  const { order, person } = row
  const values = {
    name: person.nickname ?? person.email,
    wit: formatWit(order.amountHundredths),
    price: formatMoney(order.price, language),
  }
  return (
    <AnswerDialog
      title={t(`refunds.${decision}Title`)}
      text={t(`refunds.${decision}Text`, values)}
      label={t('refunds.answer')}
      hint={t('readByPerson')}
      action={t(`refunds.${decision}`)}
      done={t(`refunds.${decision}Done`)}
      tone={decision === 'reject' ? 'danger' : 'plain'}
      onDecide={(answer) => decideRefund(api, order.id, decision, answer)}
      onClose={onClose}
    />
  )
}
