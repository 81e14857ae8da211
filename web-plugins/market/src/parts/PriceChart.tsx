// The prices of a collection per day: the lowest, the mean and the highest.
import { formatDate, formatWit, formatWitShort, useText } from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import type { Collection } from '../api/types'

export function PriceChart({ days }: { days: Collection['days'] }) {
  const t = useText('market')
  return (
    <Chart
      kind="line"
      label={t('collection.chart')}
      points={days.map(({ day }) => formatDate(`${day}T00:00:00+09:00`))}
      series={[
        {
          id: 'mean',
          text: t('chart.mean'),
          values: days.map(({ volumeHundredths, sales }) => Math.round(volumeHundredths / sales)),
          tone: 'accent',
        },
        { id: 'low', text: t('chart.low'), values: days.map((day) => day.lowHundredths), tone: 'leaf' },
        { id: 'high', text: t('chart.high'), values: days.map((day) => day.highHundredths), tone: 'amber' },
      ]}
      format={(value) => `${formatWit(value)} WIT`}
      formatAxis={formatWitShort}
      height={220}
    />
  )
}
