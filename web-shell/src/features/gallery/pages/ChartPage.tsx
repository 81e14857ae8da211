import { formatCount, formatWit, formatWitShort, useText } from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import { Demo } from '../Demo'
import { daysBack, wave } from '../samples'

const MONTH = 28
const YEAR = 365

export function ChartPage() {
  const t = useText('shell-gallery')
  const month = daysBack(MONTH)
  const wit = { format: (value: number) => `${formatWit(value)} WIT`, formatAxis: formatWitShort }
  return (
    <>
      <Demo title={t('chart.area')}>
        <Chart
          kind="area"
          label={t('chart.visitors')}
          points={month}
          series={[{ id: 'visits', text: t('common.visitors'), values: wave('visits', MONTH, 240) }]}
          format={formatCount}
        />
      </Demo>
      <Demo title={t('chart.bars')}>
        <Chart
          kind="bar"
          stacked
          label={t('chart.sales')}
          points={month.slice(-14)}
          series={[
            { id: 'items', text: t('chart.items'), values: wave('items', 14, 90_000) },
            { id: 'tickets', text: t('chart.tickets'), values: wave('tickets', 14, 60_000) },
            { id: 'albums', text: t('chart.albums'), values: wave('albums', 14, 40_000) },
            {
              id: 'returns',
              text: t('chart.returns'),
              values: wave('returns', 14, 20_000).map((value) => -value),
              tone: 'rose',
            },
          ]}
          {...wit}
        />
      </Demo>
      <Demo title={t('chart.line')}>
        <Chart
          kind="line"
          label={t('chart.visitors')}
          points={month}
          series={[
            { id: 'now', text: t('common.visitors'), values: wave('now', MONTH, 800) },
            {
              id: 'before',
              text: t('chart.lastWeek'),
              tone: 'plain',
              values: wave('before', MONTH, 700).map((value, index) =>
                index > 8 && index < 12 ? null : value,
              ),
            },
          ]}
          format={formatCount}
        />
      </Demo>
      <Demo title={t('chart.many')}>
        <Chart
          kind="area"
          label={t('chart.visitors')}
          points={daysBack(YEAR)}
          series={[
            { id: 'year', text: t('common.visitors'), tone: 'sky', values: wave('year', YEAR, 1_900_000) },
          ]}
          format={formatCount}
          height={180}
        />
      </Demo>
    </>
  )
}
