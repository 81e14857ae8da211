// The ranking of a challenge: the first hundred, and the people around the caller.
import {
  Badge,
  EmptyInline,
  ErrorMessage,
  formatStopwatch,
  Notice,
  Panel,
  PersonName,
  RowSkeletons,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { useRanking } from '../api/events'
import type { EventDetail, Ranking } from '../api/types'

export function RankingPanel({ event }: { event: EventDetail }) {
  const t = useText('events')
  const ranking = useRanking(event)
  const attempts = event.attempts ?? 1
  const facts = { count: attempts }
  return (
    <Panel
      title={t('ranking.title')}
      text={t(event.scoring === 'sum' ? 'ranking.sum' : 'ranking.best', facts)}
      action={ranking.data?.isFinal ? <Badge tone="good">{t('ranking.final')}</Badge> : undefined}
    >
      {ranking.status === 'pending' && <RowSkeletons />}
      {ranking.status === 'error' && (
        <ErrorMessage error={ranking.error} onRetry={() => void ranking.refetch()} />
      )}
      {ranking.data && (
        <>
          {ranking.data.hasPending && <Notice icon="shield">{t('ranking.pending')}</Notice>}
          <p className="wv-note">
            {t('ranking.uses')}{' '}
            {event.place?.state === 'taken' &&
              t('ranking.own', { left: Math.max(0, attempts - ranking.data.ownAttempts), attempts })}
          </p>
          {ranking.data.top.length === 0 ? (
            <EmptyInline text={t('ranking.none')} />
          ) : (
            <Rows rows={ranking.data.top} label={t('ranking.title')} />
          )}
          {ranking.data.around.length > 0 && <Rows rows={ranking.data.around} label={t('ranking.around')} />}
        </>
      )}
    </Panel>
  )
}

function Rows({ rows, label }: { rows: Ranking['top']; label: string }) {
  const t = useText('events')
  return (
    <ol className="ev-ranks" aria-label={label}>
      {rows.map((row, at) => (
        <li key={row.rank ?? at} className={row.isOwn ? 'is-own' : ''}>
          <b>{row.rank ?? t('ranking.beyond')}</b>
          {row.person ? <PersonName person={row.person} /> : <span>{t('formerMember')}</span>}
          {row.prizeHundredths > 0 && <WitAmount hundredths={row.prizeHundredths} />}
          <code>{formatStopwatch(row.valueMs)}</code>
        </li>
      ))}
    </ol>
  )
}
