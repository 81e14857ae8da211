// Twelve months of incoming and outgoing WIT.
import { EmptyInline, ErrorMessage, Panel, RowSkeletons, useText } from '@witverse/sdk'
import { useSummary } from '../api/wallet'
import { lastMonths } from '../parts/moments'
import { FlowChart } from './FlowChart'
import { isEmpty, monthsOf } from './flow'

const MONTHS = 12

export function FlowSection() {
  const t = useText('wallet')
  const summary = useSummary()
  const months = monthsOf(summary.data?.items ?? [], lastMonths(MONTHS))
  const empty = isEmpty(months)
  return (
    <Panel title={t('chart.title')} text={t('chart.text')} className="wl-chart-panel">
      {summary.status === 'pending' && <RowSkeletons rows={3} />}
      {summary.status === 'error' && (
        <ErrorMessage error={summary.error} onRetry={() => void summary.refetch()} />
      )}
      {summary.status === 'success' && empty && <EmptyInline text={t('chart.none')} />}
      {!empty && <FlowChart months={months} />}
    </Panel>
  )
}
