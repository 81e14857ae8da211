// The price history of an item as a chart. Each point is a sale of the list below it.
import { formatDate, formatWit, formatWitShort, useText } from '@witverse/sdk'
import { Chart } from '@witverse/sdk/data'
import type { Sale } from '../api/types'

export function SaleChart({ sales }: { sales: Sale[] }) {
  const t = useText('market')
  const shown = sales.filter(({ isWash }) => !isWash).reverse()
  if (shown.length < 2) return null
  return (
    <Chart
      kind="line"
      label={t('sales.history')}
      points={shown.map(({ at }) => formatDate(at))}
      series={[
        { id: 'price', text: t('price.label'), values: shown.map(({ priceHundredths }) => priceHundredths) },
      ]}
      format={(value) => `${formatWit(value)} WIT`}
      formatAxis={formatWitShort}
      height={200}
      table={false}
    />
  )
}
