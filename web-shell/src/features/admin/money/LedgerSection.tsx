// The ledger: circulation, consistency check and daily totals.
import {
  EmptyInline,
  ErrorMessage,
  formatMoment,
  formatWit,
  Icon,
  RowSkeletons,
  Select,
  textOr,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useLedgerCheck, useLedgerTotals } from './api'
import { DailyChart } from './DailyChart'
import { DailyTable } from './DailyTable'
import { daysOf, kindsIn, lastDays } from './days'

const SPANS = [7, 30, 90]

export function LedgerSection() {
  const t = useText('shell-money')
  const [span, setSpan] = useState(30)
  const [kind, setKind] = useState('')
  const totals = useLedgerTotals(span)
  const items = totals.data?.items ?? []
  const days = daysOf(items, kind, lastDays(span))
  const busy = days.filter(({ count }) => count > 0)
  return (
    <>
      <LedgerCheck />
      <Section
        title={t('ledger.title')}
        text={t('ledger.text')}
        action={
          <div className="ad-selects">
            <Select
              name="span"
              label={t('ledger.span')}
              value={String(span)}
              onValue={(value) => setSpan(Number(value))}
              options={SPANS.map((days) => ({
                value: String(days),
                text: t('ledger.days', { count: days }),
              }))}
            />
            <Select
              name="kind"
              label={t('wallets.kind')}
              value={kind}
              onValue={setKind}
              options={[
                { value: '', text: t('ledger.everyKind') },
                ...kindsIn(items).map((value) => ({ value, text: textOr(t, `kinds.${value}`, value) })),
              ]}
            />
          </div>
        }
      >
        {totals.data && (
          <p className="ad-figures">
            <span>
              <small>{t('ledger.circulation')}</small>
              <strong>{formatWit(totals.data.circulationHundredths)} WIT</strong>
            </span>
            <span>
              <small>{t('ledger.held')}</small>
              <strong>{formatWit(totals.data.heldHundredths)} WIT</strong>
            </span>
          </p>
        )}
        {totals.status === 'pending' && <RowSkeletons rows={4} />}
        {totals.status === 'error' && (
          <ErrorMessage error={totals.error} onRetry={() => void totals.refetch()} />
        )}
        {totals.status === 'success' && busy.length === 0 && <EmptyInline text={t('ledger.none')} />}
        {busy.length > 0 && <DailyChart days={days} />}
        {busy.length > 0 && <DailyTable days={busy} />}
      </Section>
    </>
  )
}

/** The latest consistency check: balances, hashes and the total sum. */
function LedgerCheck() {
  const t = useText('shell-money')
  const check = useLedgerCheck()
  if (check.status === 'pending') return <RowSkeletons rows={1} />
  if (check.status === 'error') {
    return <ErrorMessage error={check.error} onRetry={() => void check.refetch()} />
  }
  if (!check.data) return <EmptyInline text={t('check.never')} />
  const { findings, checkedAt, accounts, entries } = check.data
  const good = findings.length === 0
  // A check of an empty ledger has verified nothing.
  if (good && entries === 0) {
    return <EmptyInline text={t('check.empty', { date: formatMoment(checkedAt) })} />
  }
  return (
    <section className={good ? 'ad-check is-good' : 'ad-check is-bad'} aria-label={t('check.title')}>
      <Icon name={good ? 'shield' : 'warning'} size={24} />
      <div>
        <strong>{t(good ? 'check.good' : 'check.bad', { count: findings.length })}</strong>
        <p>
          {t('check.facts', {
            date: formatMoment(checkedAt),
            accounts: accounts.toLocaleString('en-US'),
            entries: entries.toLocaleString('en-US'),
          })}
        </p>
        {!good && (
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
