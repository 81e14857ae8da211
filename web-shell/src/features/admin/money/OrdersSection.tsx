// All orders, and the settlement of disputed ones.
import {
  Button,
  EmptyInline,
  formatWit,
  PersonLine,
  SearchInput,
  Select,
  useApi,
  useDebounced,
  useText,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { AnswerDialog } from './AnswerDialog'
import { type OrderRow, settleDispute, useAdminOrders } from './api'
import { OrderAmount, OrderState, OrderTimes } from './OrderFacts'

const STATES = [
  'disputed',
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunding',
  'refunded',
] as const

export function OrdersSection() {
  const t = useText('shell-money')
  const [typed, setTyped] = useState('')
  const [state, setState] = useState('')
  const [settling, setSettling] = useState<OrderRow | null>(null)
  const search = useDebounced(typed.trim())
  const list = useAdminOrders({ state, search })
  const columns = [
    {
      id: 'person',
      title: t('orders.person'),
      cell: ({ person }: OrderRow) => (
        <PersonLine
          name={person.nickname ?? person.email}
          note={person.email}
          to={`/admin/people/${person.id}`}
        />
      ),
    },
    {
      id: 'state',
      title: t('orders.state'),
      cell: ({ order }: OrderRow) => <OrderState state={order.state} />,
    },
    { id: 'amount', title: t('orders.amount'), cell: ({ order }: OrderRow) => <OrderAmount order={order} /> },
    { id: 'when', title: t('orders.when'), cell: ({ order }: OrderRow) => <OrderTimes order={order} /> },
    {
      id: 'id',
      title: t('orders.id'),
      cell: ({ order }: OrderRow) => <code className="ad-id">{order.id}</code>,
    },
    {
      id: 'settle',
      title: t('disputes.settle'),
      actions: true,
      cell: (row: OrderRow) =>
        row.order.state === 'disputed' &&
        !row.order.dispute?.outcome && (
          <Button size="small" variant="secondary" onClick={() => setSettling(row)}>
            {t('disputes.settle')}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t('orders.title')} text={t('orders.text')}>
      <div className="pt-toolbar">
        <SearchInput name="search" label={t('orders.search')} value={typed} onValue={setTyped} />
        <Select
          name="state"
          label={t('orders.state')}
          value={state}
          onValue={setState}
          options={[
            { value: '', text: t('orders.every') },
            ...STATES.map((value) => ({ value, text: t(`orderStates.${value}`) })),
          ]}
        />
      </div>
      <DataTable
        list={list}
        columns={columns}
        label={t('orders.title')}
        keyOf={(row) => row.order.id}
        empty={<EmptyInline text={t('orders.none')} />}
      />
      {settling && <SettleDisputeDialog row={settling} onClose={() => setSettling(null)} />}
    </Section>
  )
}

function SettleDisputeDialog({ row, onClose }: { row: OrderRow; onClose: () => void }) {
  const t = useText('shell-money')
  const api = useApi()
  const [outcome, setOutcome] = useState<'won' | 'lost'>('won')
  return (
    <AnswerDialog
      title={t('disputes.title')}
      text={t(`disputes.${outcome}Text`, { wit: formatWit(row.order.amountHundredths) })}
      label={t('disputes.reason')}
      hint={t('readByPerson')}
      action={t('disputes.settle')}
      done={t('disputes.done')}
      tone={outcome === 'lost' ? 'danger' : 'plain'}
      onDecide={(reason) => settleDispute(api, row.order.id, outcome, reason)}
      onClose={onClose}
    >
      <Select
        name="outcome"
        label={t('disputes.outcome')}
        value={outcome}
        onValue={(value) => setOutcome(value === 'lost' ? 'lost' : 'won')}
        options={(['won', 'lost'] as const).map((value) => ({ value, text: t(`disputes.${value}`) }))}
      />
    </AnswerDialog>
  )
}
