// Twelve months of incoming and outgoing WIT, as a chart or a table.
import { EmptyInline, ErrorMessage, Icon, IconButton, Panel, RowSkeletons, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useSummary } from '../api/wallet'
import { lastMonths } from '../parts/moments'
import { FlowChart } from './FlowChart'
import { FlowTable } from './FlowTable'
import { isEmpty, monthsOf } from './flow'

const MONTHS = 12

export function FlowSection() {
  const t = useText('wallet')
  const [asTable, setAsTable] = useState(false)
  const summary = useSummary()
  const months = monthsOf(summary.data?.items ?? [], lastMonths(MONTHS))
  const empty = isEmpty(months)
  return (
    <Panel
      title={t('chart.title')}
      text={t('chart.text')}
      className="wl-chart-panel"
      aside={
        !empty && (
          <IconButton
            label={t(asTable ? 'chart.asChart' : 'chart.asTable')}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name={asTable ? 'chart' : 'list'} />
          </IconButton>
        )
      }
    >
      {summary.status === 'pending' && <RowSkeletons rows={3} />}
      {summary.status === 'error' && (
        <ErrorMessage error={summary.error} onRetry={() => void summary.refetch()} />
      )}
      {summary.status === 'success' && empty && <EmptyInline text={t('chart.none')} />}
      {!empty && (asTable ? <FlowTable months={months} /> : <FlowChart months={months} />)}
    </Panel>
  )
}
