// Card payments for orders of plugins: refunds that the provider has refused or does not make, payments that came too late, and
// the request to try again.
import {
  Badge,
  Button,
  EmptyInline,
  formatMoment,
  formatMoney,
  ListView,
  Modal,
  PersonLine,
  SearchInput,
  textOr,
  useAction,
  useApi,
  useDebounced,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'
import { type PaymentQueue, type PaymentRow, retryRefused, usePluginPayments } from './api'
import { Filter } from './Filter'

type GivenBack = PaymentRow['refunds'][number]['state']

const QUEUES = ['open', 'voided', 'all'] as const satisfies PaymentQueue[]
const TONES: Record<GivenBack, 'plain' | 'good' | 'bad' | 'accent'> = {
  queued: 'accent',
  stuck: 'bad',
  done: 'good',
  refused: 'bad',
}
const STATE_TONES: Record<PaymentRow['state'], 'plain' | 'good' | 'bad' | 'accent'> = {
  created: 'plain',
  paid: 'good',
  failed: 'plain',
  cancelled: 'plain',
  expired: 'plain',
  voided: 'accent',
  refunded: 'plain',
  disputed: 'bad',
}

export function PaymentsSection() {
  const t = useText('shell-money')
  const [state, setState] = useState<PaymentQueue>('open')
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState<PaymentRow | null>(null)
  const search = useDebounced(typed.trim())
  const list = usePluginPayments({ state, search })
  return (
    <Section title={t('payments.title')} text={t('payments.text')}>
      <div className="pt-toolbar">
        <SearchInput name="search" label={t('payments.search')} value={typed} onValue={setTyped} />
      </div>
      <Filter
        label={t('payments.title')}
        value={state}
        onValue={setState}
        options={QUEUES.map((value) => ({ value, text: t(`payments.${value}`) }))}
      />
      <ListView
        list={list}
        label={t('payments.title')}
        keyOf={(row) => row.id}
        empty={<EmptyInline text={t(state === 'open' && !search ? 'payments.noneOpen' : 'payments.none')} />}
      >
        {(row) => <PaymentCard row={row} onRetry={() => setAsking(row)} />}
      </ListView>
      {asking && <RetryDialog row={asking} onClose={() => setAsking(null)} />}
    </Section>
  )
}

function PaymentCard({ row, onRetry }: { row: PaymentRow; onRetry: () => void }) {
  const t = useText('shell-money')
  const { language } = useLanguage()
  const { person } = row
  return (
    <article className="ad-card">
      <header>
        <PersonLine
          name={person.nickname ?? (person.email || t('person.gone'))}
          note={person.email}
          to={`/admin/people/${person.id}`}
        />
        <Badge tone={STATE_TONES[row.state]}>{t(`payments.states.${row.state}`)}</Badge>
      </header>
      <div className="ad-card-facts">
        <span className="ad-amount">
          <strong>{formatMoney(row.price, language)}</strong>
          <small>{row.title[language]}</small>
        </span>
        <span className="ad-amount">
          {formatMoment(row.paidAt ?? row.createdAt)}
          <small>
            {row.provider
              ? t(row.paidAt ? 'orders.paidBy' : 'orders.unpaid', {
                  provider: textOr(t, `providers.${row.provider}`, row.provider),
                })
              : t('payments.notOpened')}
          </small>
        </span>
        <span className="ad-amount">
          <code className="ad-id">{row.reference}</code>
          <small>{t('orders.id')}</small>
        </span>
      </div>
      {(row.cancellation || row.refunds.length > 0) && <GivenBackList row={row} />}
      {row.state === 'disputed' && <p className="ad-answer">{t('payments.disputedText')}</p>}
      {row.canRetry && (
        <div className="wv-actions">
          <Button size="small" onClick={onRetry}>
            {t('payments.again')}
          </Button>
        </div>
      )}
    </article>
  )
}

/** What was or is being given back: the cancellation of a late payment, and refunds. */
function GivenBackList({ row }: { row: PaymentRow }) {
  const t = useText('shell-money')
  const { language } = useLanguage()
  const won = (amountMinor: number) => formatMoney({ currency: 'KRW', amountMinor }, language)
  const { cancellation } = row
  return (
    <ul className="ad-refunds">
      {cancellation && (
        <li>
          <span>
            {t('payments.cancellation', { price: won(row.price.amountMinor) })}
            <Refusal text={cancellation.refusal} />
          </span>
          <Badge tone={TONES[cancellation.state]}>{t(`payments.givenBack.${cancellation.state}`)}</Badge>
        </li>
      )}
      {row.refunds.map((refund) => (
        <li key={refund.id}>
          <span>
            {t('payments.refund', { price: won(refund.won) })}
            <small>{formatMoment(refund.endedAt ?? refund.requestedAt)}</small>
            <Refusal text={refund.refusal} />
          </span>
          <Badge tone={TONES[refund.state]}>{t(`payments.givenBack.${refund.state}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Refusal({ text }: { text: string | null | undefined }) {
  const t = useText('shell-money')
  if (!text) return null
  return <small className="is-bad">{t('payments.refusal', { text })}</small>
}

function RetryDialog({ row, onClose }: { row: PaymentRow; onClose: () => void }) {
  const t = useText('shell-money')
  const api = useApi()
  const sudo = useSudo()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const retry = useAction(async () => {
    try {
      await sudo(() => retryRefused(api, row.id))
      toast(t('payments.againDone'), 'good')
    } finally {
      // Also after an error: another administrator may have requested it.
      await refresh()
    }
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t('payments.againTitle')} description={t('payments.againText')}>
      <div className="wv-actions is-wide">
        <Button variant="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button pending={retry.pending} onClick={() => void retry.run()}>
          {t('payments.again')}
        </Button>
      </div>
    </Modal>
  )
}
